"""Start-up, wiring, workers, files and paths: the only floor that knows all the others."""

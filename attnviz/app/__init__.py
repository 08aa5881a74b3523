"""Start-up, wiring, workers, files and paths: the only floor that knows all the others."""

import os

# One thread for matrix products, said before NumPy is first imported. The products here are small: with two threads
# that wait for each other, one of 64 rows took 0.6 ms on an idle machine and 117 ms on a busy one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

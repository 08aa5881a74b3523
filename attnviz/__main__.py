"""`python -m attnviz`: the same as the command `attnviz`."""

from attnviz.app.command_line import main

if __name__ == "__main__":
    raise SystemExit(main())

"""The command line, ``python -m gesncd``; one file a command, imported when it is used."""

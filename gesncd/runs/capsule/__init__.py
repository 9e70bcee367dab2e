"""A run as one file that opens anywhere: written, checked and read."""

"""The error for data that cannot be analysed."""


class DataError(ValueError):
    """Data that cannot be analysed, with a message written for the data's owner."""

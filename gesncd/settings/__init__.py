"""Settings of a search: what they mean, and the measure, threshold and search they lead to.

Nothing is imported here, so that a worker can settle how many threads the
numerical libraries may use before the first of them is loaded.
"""

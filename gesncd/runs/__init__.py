"""Runs that outlive the page: a store in one folder, worker processes, plans, capsules.

Nothing is imported here, so that a worker can settle how many threads the
numerical libraries may use before the first of them is loaded.
"""

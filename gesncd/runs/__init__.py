"""Runs that outlive the page: settings, a store in one folder, a worker process.

Nothing is imported here, so that a worker can settle how many threads the
numerical libraries may use before the first of them is loaded.
"""

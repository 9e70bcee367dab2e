"""Find an installed Chromium or Chrome; run as a program, print its path or say what is missing."""

import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = (
    "No Chromium or Chrome was found, so the browser tests cannot run. Install one, for example "
    "with 'apt-get install chromium', so that one of these commands exists: " + ", ".join(NAMES)
)


def find_chromium() -> str | None:
    """Path of the first browser on the PATH, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    found = find_chromium()
    sys.stdout.write(f"{found or MISSING}\n")
    sys.exit(found is None)

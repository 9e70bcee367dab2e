import json
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from components.brand import logo
from components.colours import DARK, LIGHT

HEAVY = ("torch", "scipy", "networkx", "gesncd")
ASK = f"""
import json, sys
import components.router
print(json.dumps([name for name in {HEAVY} if name in sys.modules]))
"""


def test_the_names_of_the_pages_wait_for_no_numerical_library():
    answer = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, check=True
    ).stdout
    assert json.loads(answer) == []


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_the_logo_has_the_colours_of_the_theme(colours):
    drawn = ET.fromstring(logo(colours))
    used = {each.get(name) for each in drawn.iter() for name in ("fill", "stroke")}
    assert used - {None, "none"} == {colours.accent, colours.ink}

import re
from collections import Counter
from pathlib import Path

import pytest

from components.browser import PARTS, source
from components.browser.parts import PAGE_PARTS

COMPONENTS = Path(__file__).parents[3] / "components"
EVERY = {**PARTS, **PAGE_PARTS}
LONGEST = 300
# At the top of a file, which is where a line begins without an indent.
DECLARED = re.compile(
    r"^(?:export default )?(?:async )?(?:(?:function\*?|class) +(?P<name>[\w$]+)"
    r"|(?:const|let|var) +(?P<first>[\w$]+)(?P<others>.*)"
    r"|(?:const|let|var) +[\[{](?P<several>[^\]}]*)[\]}])",
    re.MULTILINE,
)
AFTER_COMMA = re.compile(r", *([\w$]+) *=[^=>]")


def top_names(code):
    """Names that a file declares for all files beside it."""
    names = []
    for found in DECLARED.finditer(code):
        if found["name"]:
            names.append(found["name"])
        elif found["first"]:
            names += [found["first"], *AFTER_COMMA.findall(found["others"])]
        else:
            names += re.findall(r"[\w$]+", found["several"])
    return names


def read(part):
    return (COMPONENTS / part).read_text(encoding="utf-8")


def test_every_file_for_the_browser_is_a_part_of_something():
    listed = {part for parts in EVERY.values() for part in parts}
    there = {path.relative_to(COMPONENTS).as_posix() for path in COMPONENTS.rglob("*.js")}
    assert listed == there


@pytest.mark.parametrize("name", EVERY)
def test_no_name_is_declared_twice_in_what_is_put_together(name):
    counted = Counter(each for part in EVERY[name] for each in top_names(read(part)))
    assert [each for each, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("name", PARTS)
def test_a_component_has_one_entry(name):
    entries = [part for part in PARTS[name] if re.search(r"^export default ", read(part), re.M)]
    assert len(entries) == 1
    assert "import " not in re.sub(r"//.*", "", source(name))


@pytest.mark.parametrize("name", PAGE_PARTS)
def test_a_script_of_a_saved_page_exports_nothing(name):
    assert not re.search(r"^(export|import) ", source(name), re.M)


@pytest.mark.parametrize("part", sorted({part for parts in EVERY.values() for part in parts}))
def test_a_file_says_its_idea_first_and_is_short(part):
    lines = read(part).splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= LONGEST


@pytest.mark.parametrize("name", EVERY)
def test_what_the_files_of_a_component_use_of_others_is_among_its_files(name):
    """A file that calls a helper of another, which the component lacks, fails when it runs."""
    own = {each for part in EVERY[name] for each in top_names(read(part))}
    elsewhere = {
        each for parts in EVERY.values() for part in parts for each in top_names(read(part))
    }
    code = re.sub(r"//.*", "", source(name))
    # A method is not a call: it follows a dot where it is used, and opens a block where it is made.
    called = set(re.findall(r"(?<![.\w$])([\w$]+)\((?![^()]*\) \{)", code))
    made = set(re.findall(r"\b(?:const|let|function) +([\w$]+)", code))
    missing = {each for each in called & elsewhere - own if each not in made}
    assert missing == set()


def test_names_are_found_however_they_are_declared():
    code = """const ONE = 1, TWO = (a, b) => a;
export default function (component) {}
const [LEFT, RIGHT] = [1, 2];
let later;
async function fetched() {
  const inner = 1;
}
class Made {
  method() {}
}
"""
    assert top_names(code) == ["ONE", "TWO", "LEFT", "RIGHT", "later", "fetched", "Made"]


def test_an_unknown_component_is_an_error():
    with pytest.raises(KeyError, match="nothing"):
        source("nothing")

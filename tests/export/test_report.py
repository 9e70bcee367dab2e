from html.parser import HTMLParser

from gesncd.export import Report, Table, report_html

HOSTILE = "<img src=x onerror=alert(1)>"


def make_report(**changes):
    values = {
        "title": "Graph of data.csv",
        "summary": "2 edges",
        "data": {"Variables": "3"},
        "settings": {"Measure": "RCD"},
        "versions": {"gesncd": "1"},
        "checks": ["Outliers in 'b'."],
        "remarks": ["One row was dropped."],
        "picture": "<svg><title>picture</title></svg>",
        "caption": "→ directed",
        "edges": Table(["Source", "Score"], [["a", "0.5"]], frozenset({1})),
        "steps": ["Add a — b.", "Add b — c."],
        "assumptions": ["No loops."],
        "words": {"word": "A word means"},
        "columns": ["A column is"],
        "margins": ["It was close"],
        "reading": ["An arrow says"],
        "preparation": ["A line was skipped"],
        "method": ["It was searched"],
        "knowledge": ["a comes first"],
        "references": ["A paper"],
        "repeat": ["Type this"],
        "code": {"Command": "python -m x"},
        "checked": {"Stability": "It was checked"},
        "shares": Table(["Source", "joined"], [["a", "0.75"]], frozenset({1})),
    }
    return report_html(Report(**{**values, **changes}))


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.open, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return reader


def test_the_report_says_everything_in_order():
    text = "\n".join(read(make_report()).text)
    places = [
        text.index(part)
        for part in (
            "2 edges",
            "picture",
            "0.5",
            "A column is",
            "It was close",
            "An arrow says",
            "No loops",
            "It was checked",
            "0.75",
            "Variables",
            "A line was skipped",
            "Outliers",
            "One row",
            "It was searched",
            "RCD",
            "a comes first",
            "Add b",
            "A word means",
            "Type this",
            "python -m",
            "gesncd 1",
            "A paper",
        )
    ]
    assert places == sorted(places)


def test_it_loads_and_runs_nothing():
    tags = read(make_report()).tags
    assert not {tag for tag, _ in tags} & {"script", "link", "img", "iframe", "object"}
    assert not any("src" in attributes or "href" in attributes for _, attributes in tags)


def test_hostile_text_stays_text_everywhere():
    page = make_report(
        title=HOSTILE,
        summary=HOSTILE,
        data={HOSTILE: HOSTILE},
        settings={HOSTILE: HOSTILE},
        versions={HOSTILE: HOSTILE},
        checks=[HOSTILE],
        remarks=[HOSTILE],
        caption=HOSTILE,
        edges=Table([HOSTILE], [[HOSTILE]]),
        steps=[HOSTILE],
        assumptions=[HOSTILE],
        words={HOSTILE: HOSTILE},
        columns=[HOSTILE],
        checked={HOSTILE: HOSTILE},
        shares=Table([HOSTILE], [[HOSTILE]]),
        margins=[HOSTILE],
        reading=[HOSTILE],
        preparation=[HOSTILE],
        method=[HOSTILE],
        knowledge=[HOSTILE],
        references=[HOSTILE],
        repeat=[HOSTILE],
        code={HOSTILE: HOSTILE},
    )
    assert "<img" not in page
    assert page.count("&lt;img") == 32


def test_no_edges_and_no_steps_are_said():
    page = make_report(
        edges=Table(["Source"], []), steps=[], checks=[], remarks=[], knowledge=[], margins=[]
    )
    assert "No edges." in page
    assert "<p>None.</p>" in page
    for heading in ("Remarks", "checks of the data", "Background knowledge", "Close decisions"):
        assert heading not in page
    assert "A column is" not in page


def test_a_word_that_is_short_is_kept_in_one_piece_beside_long_sentences():
    name, sentence = "Behandlung", "a sentence of many words"
    page = make_report(edges=Table(["Source", "Why"], [[name, "x" * 40], [sentence, "1"]]))
    assert f'<td class="name">{name}</td>' in page
    assert f'<td class="name">{sentence}</td>' in page
    # A word without an end has to be broken somewhere.
    assert f"<td>{'x' * 40}</td>" in page


def test_without_checks_or_shares_nothing_is_said_of_them():
    text = " ".join(read(make_report(checked={}, shares=None)).text)
    assert "What this graph was checked against" not in text
    assert "Shares of the" not in text

import json

import pytest

from gesncd.export import ResultError, read_result, result_document, result_text


@pytest.fixture
def document(names, events):
    return result_document(
        names,
        events,
        settings={"tau": 0.03},
        noise_floor=None,
        data_sha256=None,
        dataset_sha256="bb",
        versions={},
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "result.json"


def test_a_written_result_is_read_back(path, document, names, events):
    path.write_bytes(result_text(document).encode())
    result = read_result(path)
    assert result.variables == names
    assert result.graph == events[-1].cpdag
    assert result.document == document
    assert read_result(str(path)).document == document


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, "its format is not"),
        ({"version": 2}, "version 2.*update gesncd"),
        ({"variables": "abc"}, "a list of names"),
        ({"variables": ["a", "a"]}, "stands twice"),
        ({"edges": {}}, "edges must be a list"),
        ({"edges": [{"source": "zeta", "target": "nobody", "directed": True}]}, "'nobody'"),
        ({"edges": [{"source": "zeta", "target": "b,c", "directed": 1}]}, "edge 1 must have"),
        ({"edges": [{"source": "zeta", "target": "zeta", "directed": True}]}, "form no graph"),
    ],
)
def test_an_edited_file_is_refused_with_its_reason(path, document, changes, message):
    path.write_text(json.dumps({**document, **changes}))
    with pytest.raises(ResultError, match=message):
        read_result(path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe{}", b"[" * 100_000])
def test_what_is_no_json_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(ResultError, match="is no JSON file"):
        read_result(path)


@pytest.mark.parametrize("content", [b"[]", b"{}", b'{"variables": []}'])
def test_other_json_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(ResultError, match="no variables and edges"):
        read_result(path)

from gesncd.cli.parts import tell_parts


def lines(capsys, total, *, quiet=False):
    for done in range(1, total + 1):
        tell_parts(done, total, "cells", quiet=quiet)
    return capsys.readouterr().err.splitlines()


def test_each_of_some_parts_is_told_and_not_each_of_many(capsys):
    assert lines(capsys, 3) == ["1 of 3 cells done", "2 of 3 cells done", "3 of 3 cells done"]
    many = lines(capsys, 203)
    assert len(many) <= 20
    assert many[-1] == "203 of 203 cells done"
    assert lines(capsys, 3, quiet=True) == []

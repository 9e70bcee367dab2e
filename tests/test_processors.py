import os

from gesncd.processors import usable_cpus


def test_those_that_the_process_may_use_are_counted(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 2, 5}, raising=False)
    assert usable_cpus() == 3


def test_where_no_system_call_tells_all_count_and_there_is_one_at_least(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert usable_cpus() == 8
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cpus() == 1

import os

from gesncd.processors import ONE_THREAD, usable_cpus, use_one_thread


def test_those_that_the_process_may_use_are_counted(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 2, 5}, raising=False)
    assert usable_cpus() == 3


def test_where_no_system_call_tells_all_count_and_there_is_one_at_least(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert usable_cpus() == 8
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cpus() == 1


def test_libraries_are_kept_to_one_thread_and_the_rest_is_left():
    environment = {"OMP_NUM_THREADS": "8", "HOME": "/home/me"}
    use_one_thread(environment)
    assert environment == {**ONE_THREAD, "HOME": "/home/me"}
    assert set(ONE_THREAD.values()) == {"1"}
    assert {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"} <= set(ONE_THREAD)

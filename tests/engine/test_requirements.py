from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]


def pins(name):
    lines = (ROOT / name).read_text().splitlines()
    return dict(
        line.partition("#")[0].strip().split("==")
        for line in lines
        if line.partition("#")[0].strip()
    )


def test_tests_use_what_a_cluster_is_told_to_install():
    cluster = pins("requirements-cluster.txt")
    assert set(cluster) == {"distributed", "joblib"}
    assert cluster.items() <= pins("requirements-dev.txt").items()
    assert {name: metadata.version(name) for name in cluster} == cluster

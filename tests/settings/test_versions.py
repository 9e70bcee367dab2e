from importlib import metadata

import pytest

from gesncd.settings.run_settings import MEASURES
from gesncd.settings.versions import software_versions


@pytest.mark.parametrize("measure", [*MEASURES, "one that was added"])
def test_what_a_measure_computes_with_is_told(measure):
    versions = software_versions(measure)
    assert versions["numpy"] == metadata.version("numpy")
    assert versions["scipy"] == metadata.version("scipy")
    assert ("torch" in versions) == (measure == "ncd")
    assert {"gesncd", "python"} < set(versions)

import pytest

from components.settings.panel import addressed_tau
from components.tau_slider import TAU_GRID, tau_data


def test_the_automatic_value_lies_where_it_is_not_where_the_grid_is():
    data = tau_data(None, 0.0127, 0.001)
    assert data["automatic"] is True
    assert data["value"] == data["floor"]
    low, high = int(data["value"]), int(data["value"]) + 1
    assert TAU_GRID[low] < 0.0127 < TAU_GRID[high]
    assert data["text"] == "τ\u00a00.0127 (auto, α\u00a00.001)"


def test_a_chosen_value_and_the_floor_are_two_places():
    data = tau_data(0.1, 0.01, 0.05)
    assert (data["automatic"], data["value"], data["floor"]) == (False, 60, 40)
    assert data["text"] == "τ\u00a00.1"
    assert data["automaticText"] == "τ\u00a00.01 (auto, α\u00a00.05)"
    assert len(data["grid"]) == len(TAU_GRID)


@pytest.mark.parametrize(("tau", "place"), [(1e-9, 0), (0.999, 79), (0.0, 0)])
def test_values_beyond_the_grid_stand_at_its_end(tau, place):
    assert tau_data(0.1, tau, 0.001)["floor"] == place


@pytest.mark.parametrize("text", [None, "", "x", "nan", "-1", "0", "1", "inf"])
def test_an_address_without_a_usable_threshold_means_automatic(text):
    assert addressed_tau(text) is None


def test_an_address_names_any_threshold():
    assert addressed_tau("0.0123") == 0.0123


def test_without_a_noise_floor_tau_must_be_given():
    data = tau_data(0.05, None, 0.001)
    assert (data["automatic"], data["floor"], data["text"]) == (False, None, "τ\u00a00.05")
    with pytest.raises(ValueError, match="no automatic τ"):
        tau_data(None, None, 0.001)


def test_a_threshold_that_the_run_finds_is_automatic_without_a_floor():
    data = tau_data(None, None, 0.01, found_by_run=True)
    assert (data["automatic"], data["floor"], data["foundByRun"]) == (True, None, True)
    assert data["text"] == "τ automatic (α\u00a00.01)"
    assert 0 <= data["value"] <= 79
    chosen = tau_data(0.1, None, 0.01, found_by_run=True)
    assert (chosen["automatic"], chosen["value"], chosen["text"]) == (False, 60, "τ\u00a00.1")
    assert chosen["automaticText"] == "τ automatic (α\u00a00.01), found by the run"
    assert tau_data(None, 0.3, 0.01, found_by_run=True)["foundByRun"] is False

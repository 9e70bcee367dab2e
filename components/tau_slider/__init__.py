"""The slider for τ: logarithmic, with the noise floor shaded and the automatic value marked."""

from components.tau_slider.view import TAU_GRID, tau_data, tau_slider

__all__ = ["TAU_GRID", "tau_data", "tau_slider"]

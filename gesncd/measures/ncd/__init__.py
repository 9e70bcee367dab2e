"""NCD, the neural conditional dependence measure (Shen et al., UAI 2022)."""

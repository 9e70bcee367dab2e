"""How accurate and how fast the package is, beside other programs and published figures."""

"""The Learn page: the method in pictures that the product itself computes."""

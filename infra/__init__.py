"""Starts and watches the programs of the product, and looks after what they keep."""

"""Scripts and styles as browsers get them: many files joined into a few, each at an address that names its content."""

"""Who visitors are: their cookies, names and personal links."""

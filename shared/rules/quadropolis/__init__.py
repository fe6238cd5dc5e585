"""Quadropolis (François Gandon, 2016) as one folder."""

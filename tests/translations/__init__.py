"""Finds every sentence that is marked, and keeps all catalogues at them: python -m tests.translations"""

"""Finds every sentence that is marked, and keeps the catalogues of all languages at them: python -m tests.translations"""

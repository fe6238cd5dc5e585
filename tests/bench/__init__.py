"""The figures of the README, measured on this machine: python -m tests.bench"""

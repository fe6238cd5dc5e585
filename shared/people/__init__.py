"""People beside the ledger: names, accounts, sessions, roles, tokens, blocks. None of it is in any event."""

-- What these tables hold: docs/ledger.md, "Archive". A database that exists has all of them.
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- A record that is archived again gets a new number, higher than all before.
CREATE TABLE records (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE);
CREATE TABLE streams (
    id TEXT NOT NULL, kind TEXT NOT NULL, last INTEGER NOT NULL, entries BLOB NOT NULL, PRIMARY KEY (id, kind)
);

-- What lists show of a record, and at which position each list has it.
CREATE TABLE summaries (id TEXT PRIMARY KEY, edition TEXT NOT NULL, summary TEXT NOT NULL);
CREATE INDEX editions ON summaries (edition);
CREATE TABLE lists (
    list TEXT NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (list, position, id)
) WITHOUT ROWID;
CREATE INDEX listed ON lists (id);

-- Counting a list would take longer the longer it is.
CREATE TABLE counts (list TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER counts_up AFTER INSERT ON lists BEGIN
    INSERT INTO counts VALUES (new.list, 1) ON CONFLICT (list) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER counts_down AFTER DELETE ON lists BEGIN
    UPDATE counts SET count = count - 1 WHERE list = old.list;
END;

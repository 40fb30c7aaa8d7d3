-- compatible from 1: it only adds tables.

-- Which process does something for all of them, such as downloading a list, and until when it is known to live.
CREATE TABLE turns (
    name       TEXT    PRIMARY KEY,
    holder     TEXT    NOT NULL,
    held_until INTEGER NOT NULL -- by the clock of the database
);

-- Sessions of the operator's dashboard that were signed out of, until they would have ended anyway.
CREATE TABLE sign_outs (
    session TEXT    PRIMARY KEY, -- the name that the server secret gives it
    ends_at INTEGER NOT NULL
);

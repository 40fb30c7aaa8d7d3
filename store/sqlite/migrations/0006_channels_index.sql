-- compatible from 1: what is dropped is an index.
-- No statement reads it, and each charge changes what it is made of.
DROP INDEX channels_unclaimed;

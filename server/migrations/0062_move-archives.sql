-- owner: vault
-- Months whose moves in games are in an archive outside the database (decision 0097). Before the newest `until_at` the database has of such moves only
-- the last one of each item in a month; every other move stays. Only the operator's command writes here.
create table move_archives (
  -- The end of the month, epoch ms.
  until_at bigint primary key
);

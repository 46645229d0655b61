-- owner: games/kit
-- The texts of the leaves of archived months (decision 0099): their rows are in an archive outside the database, but a proof needs the text of a leaf for
-- ever. Only the operator's command writes here.
create table packed_leaves (
  -- The last round that the pack has leaves of. Rounds of packs do not overlap.
  last_round text primary key,
  first_round text not null check (first_round <= last_round),
  -- The archive that the rows are in: '2026-05'
  month text not null,
  -- Compressed by Brotli: a JSON array of [id, round, text].
  leaves bytea not null
);
-- Compressed already.
alter table packed_leaves alter column leaves set storage external;
create index packed_leaves_of_month on packed_leaves (month);

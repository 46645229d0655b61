-- owner: games/kit
-- Spans of rounds whose entries, staked items, secrets and results are in an archive outside the database (decision 0089). The rounds themselves stay.
-- Archives are made from the oldest span on, so every round below the newest `until` is archived. Only the operator's command writes here.
create table round_archives (
  -- The first round id after the span, and its time in epoch ms.
  until text collate "C" primary key,
  until_at bigint not null,
  -- Its last month: '2026-05'.
  month text not null unique check (month ~ '^\d{4}-\d{2}$'),
  -- Hex of sha256 of the manifest's bytes: no other archive is restored in its place.
  manifest text not null check (manifest ~ '^[0-9a-f]{64}$'),
  archived_at bigint not null
);

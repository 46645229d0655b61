-- The public log: positions of leaves, Merkle tiles, signed heads, cosignatures, the site's own reports. The leaves themselves belong to the round
-- kit (0004_rounds.sql). The log never changes: triggers restrict what of a row may still change.

-- owner: transparency
-- One row: the holder of its lock is the sequencer. Every leaf up to the cursor has its position, and some beyond it may.
create table log_state (
  one boolean primary key default true check (one),
  -- Name and Ed25519 public key of the log, fixed at its first start. The private key is in a file.
  name text,
  public_key bytea check (length(public_key) = 32),
  cursor_xid xid8 not null default '0',
  cursor_id bigint not null default 0,
  -- Number of leaves with a position.
  size bigint not null default 0,
  check (num_nulls(name, public_key) in (0, 2))
);
insert into log_state default values;
create trigger log_state_only_grows before update or delete on log_state for each row execute function log_only_grows();

-- owner: transparency
-- The position of each leaf, consecutive from 0.
create table log_entries (
  index bigint primary key,
  leaf_id bigint not null unique,
  kind text not null,
  round_id text collate "C",
  -- For openings: finds a round by its number.
  game text,
  number bigint
);
create index log_entries_round on log_entries (round_id, index) where round_id is not null;
create index log_entries_opened on log_entries (game, index) where kind = 'open';
create index log_entries_number on log_entries (game, number) where kind = 'open';
create trigger log_entries_only_grow before update or delete on log_entries
  for each row execute function log_only_grows();

-- owner: transparency
-- Merkle tiles of C2SP tlog-tiles: up to 256 hashes of 32 bytes each; the last tile of a level is partial.
create table log_tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null check (length(hashes) % 32 = 0 and length(hashes) between 32 and 8192),
  primary key (level, index)
);
alter table log_tiles alter column hashes set storage external;
create trigger log_tiles_only_grow before update or delete on log_tiles for each row execute function log_only_grows();

-- owner: transparency
-- Heads of the log, one for each reached size: stored, then signed, then published.
create table log_heads (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  at bigint not null,
  -- The signed note, once.
  note text,
  published_at bigint,
  check (published_at is null or note is not null)
);
create index log_heads_published on log_heads (size) where published_at is not null;
create trigger log_heads_only_grow before update or delete on log_heads for each row execute function log_only_grows();

-- owner: transparency
-- The first cosignature of each witness on each head. It proves the most, so it is kept for good.
create table log_cosignatures (
  size bigint not null references log_heads (size),
  -- Verifier key of the witness.
  witness text collate "C" not null,
  -- POSIX seconds, as the witness signed it.
  time bigint not null check (time > 0),
  -- The signature line, with its newline.
  line text not null,
  -- When it was received, epoch ms.
  at bigint not null,
  primary key (size, witness)
);
create trigger log_cosignatures_only_grow before update or delete on log_cosignatures
  for each row execute function log_only_grows();

-- owner: transparency
-- The newest cosignature of each witness. A head that does not grow is cosigned repeatedly, which shows that it is the newest.
create table log_witnesses (
  witness text collate "C" primary key,
  size bigint not null,
  time bigint not null check (time > 0),
  line text not null,
  at bigint not null
);

-- owner: transparency
-- One row for each run of the verifier over the whole published log, written when it ended.
create table log_reports (
  id bigint generated always as identity primary key,
  started_at bigint not null,
  ended_at bigint not null check (ended_at >= started_at),
  -- 'failed': the run did not finish, and says nothing about the log.
  verdict text not null check (verdict in ('holds', 'findings', 'failed')),
  -- The verified head. Null if the run failed before it had one.
  size bigint check (size > 0),
  root bytea check (length(root) = 32),
  -- Rounds by how they ended, as far as the leaves were read.
  settled bigint not null check (settled >= 0),
  cancelled bigint not null check (cancelled >= 0),
  voided bigint not null check (voided >= 0),
  scripted bigint not null check (scripted >= 0),
  running bigint not null check (running >= 0),
  -- Some round's beacon is not a public network's.
  simulated boolean not null,
  -- Number of findings, and the first of them: [{leaf, problem}], `leaf` null for findings about no leaf.
  found bigint not null check (found >= 0),
  findings jsonb not null check (jsonb_typeof(findings) = 'array' and jsonb_array_length(findings) <= least(found, 50)),
  -- Of a failed run.
  why text,
  check (num_nulls(size, root) in (0, 2)),
  check ((verdict = 'holds') = (found = 0 and why is null)),
  check ((verdict = 'failed') = (why is not null)),
  check (verdict = 'failed' or size is not null)
);
create trigger log_reports_only_grow before update or delete on log_reports
  for each row execute function log_only_grows();

-- owner: transparency
-- One row: the node that runs it, and until when unless it renews. No node when `token` is null.
create table log_report_claim (
  one boolean primary key default true check (one),
  token text,
  until bigint not null default 0
);
insert into log_report_claim default values;

-- owner: transparency
-- Builds of the web client that this site announced. A node serves a build only after its leaf is published.
-- In the order of the announcements. A build that follows another one is announced again, so that a return to an older build is in the log.
create table client_builds (
  leaf_id bigint primary key,
  manifest text collate "C" not null check (manifest ~ '^[0-9a-f]{64}$'),
  at bigint not null
);

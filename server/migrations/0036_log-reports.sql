-- The site checks its own public log every night: what each run found, and who is at it.

-- owner: transparency
-- One row for each run of the verifier over the whole published log, written when it ended.
create table log_reports (
  id bigint generated always as identity primary key,
  started_at bigint not null,
  ended_at bigint not null check (ended_at >= started_at),
  -- 'failed': the run came to no end, and says nothing about the log.
  verdict text not null check (verdict in ('holds', 'findings', 'failed')),
  -- The head that was judged. Null when the run failed before it had one.
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
  -- How many findings there are, and the first of them: [{leaf, problem}], `leaf` null for what is about no leaf.
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
-- One row: the node that is at it, until when unless it says so again. No node when `token` is null.
create table log_report_claim (
  one boolean primary key default true check (one),
  token text,
  until bigint not null default 0
);
insert into log_report_claim default values;

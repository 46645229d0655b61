-- What a scripted battle shows and pays (demo only), and an index for scripted rounds that have just ended.

-- As of a result, and none: nothing was drawn from a commitment or a beacon. Null for games of items, whose end needs neither.
alter table scripted_rounds add column outcome jsonb, add column payouts jsonb;
alter table scripted_rounds add constraint scripted_rounds_end_check check (num_nulls(outcome, payouts) in (0, 2));

create index rounds_scripted on rounds (game, ended_at) where scripted;

-- What belongs to a round is partitioned by month: ids of rounds are ULIDs, so a range of ids is a span of time. What is there becomes the first
-- partition as it is, up to the end of this month; no row is copied. Partitions are in a schema of their own, where no role has a right: everything
-- reads and writes by the table in `public`. round_partition_ahead makes those of later months.

create schema partitions;

-- Waits for the commands under way, a third of a second at a time: in between, others go on.
do $$ begin
  perform set_config('lock_timeout', '300ms', true);
  for try in 1..1000 loop
    begin
      lock table rounds, beacon_outputs in share row exclusive mode;
      lock table round_secrets, entries, stake_items, settlements in access exclusive mode;
      perform set_config('lock_timeout', '0', true);
      return;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  raise exception 'a transaction that stays open holds a table of rounds';
end $$;

-- owner: games/kit
-- Items in open stakes: an item is in at most one. A unique index over stake_items would have to contain the round. Written only by triggers.
create table items_at_stake (
  item_id text collate "C" primary key,
  round_id text collate "C" not null
);
insert into items_at_stake (item_id, round_id) select item_id, round_id from stake_items where fate = 'open';
drop index stake_items_once;

alter table round_secrets set schema partitions;
alter table entries set schema partitions;
alter table stake_items set schema partitions;
alter table settlements set schema partitions;
alter table partitions.round_secrets rename to round_secrets_before;
alter table partitions.entries rename to entries_before;
alter table partitions.stake_items rename to stake_items_before;
alter table partitions.settlements rename to settlements_before;

-- owner: games/kit
create table round_secrets (like partitions.round_secrets_before including all) partition by range (round_id);
-- owner: games/kit
create table entries (like partitions.entries_before including all) partition by range (round_id);
-- owner: games/kit
create table stake_items (like partitions.stake_items_before including all) partition by range (round_id);
-- owner: games/kit
create table settlements (like partitions.settlements_before including all) partition by range (round_id);

create trigger round_secrets_append_only before update or delete on round_secrets
  for each statement execute function rounds_append_only();
create trigger open_stakes_entered after insert on entries referencing new table as entered
  for each statement execute function open_stakes_entered();
create trigger stake_items_entered after insert on stake_items referencing new table as entered
  for each statement execute function stake_items_entered();
create trigger stake_items_changed after update on stake_items referencing old table as before new table as after
  for each statement execute function stake_items_changed();
create trigger settlements_append_only before update or delete on settlements
  for each statement execute function rounds_append_only();
alter table settlements add foreign key (round_id) references rounds (id),
  add foreign key (drand_chain, drand_round) references beacon_outputs (chain, round);

do $$
declare
  v_until text := 'rnd_' || ulid_time((extract(epoch from
    date_trunc('month', now() at time zone 'UTC') + interval '1 month') * 1000)::bigint);
  v_table text;
  v_grant text;
begin
  foreach v_table in array array['round_secrets', 'entries', 'stake_items', 'settlements'] loop
    execute format('alter table %I attach partition partitions.%I for values from (minvalue) to (%L)',
      v_table, v_table || '_before', v_until);
    -- Takes what no other partition takes, so that play goes on when the partition of a month is missing.
    execute format('create table partitions.%I partition of %I default', v_table || '_rest', v_table);
    -- Nodes that run now keep their rights; grants.sql follows after the migrations.
    for v_grant in
      select format('grant %s%s on %I to %I', a.privilege_type, ' (' || quote_ident(a.of_column) || ')', v_table, r.rolname)
      from pg_class c
        cross join lateral (
          select null::name as of_column, x.grantee, x.privilege_type from aclexplode(c.relacl) x
          union all
          select t.attname, x.grantee, x.privilege_type from pg_attribute t cross join aclexplode(t.attacl) x
          where t.attrelid = c.oid) a
        join pg_roles r on r.oid = a.grantee and r.oid <> c.relowner
      where c.oid = format('partitions.%I', v_table || '_before')::regclass
    loop
      execute v_grant;
    end loop;
  end loop;
  while round_partition_ahead() > 0 loop end loop;
end $$;

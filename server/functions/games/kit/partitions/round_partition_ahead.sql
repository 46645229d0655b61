-- Makes the oldest partition that round_partitions_missing names; returns how many it made. Rows of its month that came while it was missing are in
-- `<table>_rest`, and move with it. The partition has the keys of `<table>_rest`, also those that the table has not: a key that does not contain the
-- month is unique within it. Waits for locks briefly and fails then: its sweep comes back. It has the owner's rights, because no role of the
-- site makes tables, and takes no argument.
create or replace function round_partition_ahead() returns integer
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '300ms' as $$
declare
  v_next record;
  v_column text;
begin
  -- Any fixed number: one node at a time.
  if not pg_try_advisory_xact_lock(7236120003) then return 0; end if;
  select * into v_next from round_partitions_missing() limit 1;
  if not found then return 0; end if;
  v_column := substring(pg_get_partkeydef(format('public.%I', v_next.parent)::regclass) from '\((\w+)\)');
  execute format('create table partitions.%I (like partitions.%I including all)', v_next.part, v_next.parent || '_rest');
  execute format(
    'with late as (delete from partitions.%I where %I >= %L and %I < %L returning *) '
    'insert into partitions.%I select * from late',
    v_next.parent || '_rest', v_column, v_next.first, v_column, v_next.until, v_next.part);
  execute format('alter table %I attach partition partitions.%I for values from (%L) to (%L)',
    v_next.parent, v_next.part, v_next.first, v_next.until);
  return 1;
end $$;
revoke all on function round_partition_ahead() from public;

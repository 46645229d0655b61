-- The lines of transfers are partitioned by month, as what belongs to a round is (0058, decision 0093): ids of transfers are ULIDs. What is there
-- becomes the first partition as it is; no row is copied. round_partition_ahead makes the partitions of later months.

-- Waits for the commands under way, a third of a second at a time: in between, others go on.
do $$ begin
  perform set_config('lock_timeout', '300ms', true);
  for try in 1..1000 loop
    begin
      lock table transfers, ledger_accounts in share row exclusive mode;
      lock table postings in access exclusive mode;
      perform set_config('lock_timeout', '0', true);
      return;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  raise exception 'a transaction that stays open holds a table of the ledger';
end $$;

alter table postings set schema partitions;
alter table partitions.postings rename to postings_before;
-- owner: ledger
create table postings (like partitions.postings_before including all) partition by range (transfer_id);
create trigger postings_append_only before update or delete on postings
  for each statement execute function ledger_append_only();
create trigger postings_balanced after insert on postings referencing new table as added
  for each statement execute function ledger_check_balanced();
create trigger postings_remembered after insert on postings referencing new table as added
  for each statement execute function ledger_remember();
alter table postings add foreign key (account_id) references ledger_accounts (id),
  add foreign key (transfer_id) references transfers (id);

do $$
declare
  v_until bigint := extract(epoch from date_trunc('month', now() at time zone 'UTC') + interval '1 month') * 1000;
  v_next record;
  v_grant text;
begin
  for v_next in select * from (values ('postings', 'trf_' || ulid_time(v_until))) t (parent, until) loop
    execute format('alter table %I attach partition partitions.%I for values from (minvalue) to (%L)',
      v_next.parent, v_next.parent || '_before', v_next.until);
    -- Takes what no other partition takes, so that play goes on when the partition of a month is missing.
    execute format('create table partitions.%I (like partitions.%I including all)',
      v_next.parent || '_rest', v_next.parent || '_before');
    execute format('alter table %I attach partition partitions.%I default', v_next.parent, v_next.parent || '_rest');
    -- Nodes that run now keep their rights; grants.sql follows after the migrations.
    for v_grant in
      select format('grant %s%s on %I to %I', a.privilege_type, ' (' || quote_ident(a.of_column) || ')', v_next.parent, r.rolname)
      from pg_class c
        cross join lateral (
          select null::name as of_column, x.grantee, x.privilege_type from aclexplode(c.relacl) x
          union all
          select t.attname, x.grantee, x.privilege_type from pg_attribute t cross join aclexplode(t.attacl) x
          where t.attrelid = c.oid) a
        join pg_roles r on r.oid = a.grantee and r.oid <> c.relowner
      where c.oid = format('partitions.%I', v_next.parent || '_before')::regclass
    loop
      execute v_grant;
    end loop;
  end loop;
  while round_partition_ahead() > 0 loop end loop;
end $$;

-- The lines of transfers, the leaves of the public log and the moves of items are partitioned by month, as what belongs to a round is (0058, decision
-- 0093): by the ULID of the transfer or the round, and by the instant of the move. What is there becomes the first partition as it is; no row is copied,
-- but for the few leaves that are about no round. round_partition_ahead makes the partitions of later months.

-- replaces f1de34589a7e183bde99b0e3e8836981fc147cf84f2d0726d1b5ff6158daa4b0: it let commands begin while others ended, so under play most of its waits were in vain

-- Waits for the commands under way, a third of a second at a time: in between, others go on. A command first reads its receipt, so none begins while
-- the others end: without that, one that holds the second table and wants the first would end most of these waits.
do $$ begin
  perform set_config('lock_timeout', '300ms', true);
  for try in 1..1000 loop
    begin
      lock table receipts in access exclusive mode;
      lock table ledger_accounts, transfers, item_positions in share row exclusive mode;
      lock table item_moves, postings, log_leaves in access exclusive mode;
      perform set_config('lock_timeout', '0', true);
      return;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  raise exception 'a transaction that stays open holds a table of the ledger, of the vault or of the log';
end $$;

alter sequence log_leaves_id_seq owned by none;
alter table postings set schema partitions;
alter table log_leaves set schema partitions;
alter table item_moves set schema partitions;
alter table partitions.postings rename to postings_before;
alter table partitions.log_leaves rename to log_leaves_before;
alter table partitions.item_moves rename to item_moves_before;

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

-- owner: games/kit
-- Leaves about no round are in the partition that takes the rest. An id is unique because only the sequence makes it: no role of the site can name one
-- (grants.sql). Each partition has a key over its ids.
create table log_leaves (like partitions.log_leaves_before including all excluding indexes) partition by range (round_id);
alter sequence log_leaves_id_seq owned by log_leaves.id;
create unique index log_leaves_once on log_leaves (round_id, kind) where kind <> 'scripted';
create index log_leaves_of_round on log_leaves (round_id) where kind = 'scripted';
create index log_leaves_in_order on log_leaves (xid, id);
create index log_leaves_terms on log_leaves (id) where kind in ('terms', 'fee');
create trigger log_leaves_append_only before update or delete on log_leaves
  for each statement execute function rounds_append_only();

-- owner: vault
-- A move is recorded once: by the transaction that gives its version to the position of the item, which counts. Each partition has a key over item and version.
create table item_moves (like partitions.item_moves_before including all excluding indexes) partition by range (at);
create index item_moves_came on item_moves (to_id, code, at, item_id, version) where to_kind = 'player';
create index item_moves_left on item_moves (from_id, code, at, item_id, version) where from_kind = 'player' and to_kind <> 'player';
create trigger item_moves_append_only before update or delete on item_moves
  for each statement execute function vault_append_only();
create trigger item_moves_once after insert on item_moves referencing new table as added
  for each statement execute function vault_moved_once();
create trigger item_positions_count before update on item_positions
  for each row when (new.version is distinct from old.version + 1) execute function vault_counts_moves();

do $$
declare
  v_until bigint := extract(epoch from date_trunc('month', now() at time zone 'UTC') + interval '1 month') * 1000;
  v_next record;
  v_grant text;
begin
  for v_next in
    select * from (values ('postings', 'trf_' || ulid_time(v_until)), ('log_leaves', 'rnd_' || ulid_time(v_until)),
      ('item_moves', v_until::text)) t (parent, until)
  loop
    -- Takes what no other partition takes, so that play goes on when the partition of a month is missing.
    execute format('create table partitions.%I (like partitions.%I including all)',
      v_next.parent || '_rest', v_next.parent || '_before');
    if v_next.parent = 'log_leaves' then
      -- By the index of the leaves of a round: the first of its entries have none.
      set local enable_seqscan = off;
      alter table partitions.log_leaves_before disable trigger user;
      with about_none as (
        delete from partitions.log_leaves_before where round_id is null and kind <> 'scripted' returning *
      )
      insert into partitions.log_leaves_rest select * from about_none;
      alter table partitions.log_leaves_before enable trigger user;
      set local enable_seqscan = on;
    end if;
    execute format('alter table %I attach partition partitions.%I for values from (minvalue) to (%L)',
      v_next.parent, v_next.parent || '_before', v_next.until);
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

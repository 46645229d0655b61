-- Money: double entry in US cents. Only the functions of this file write these tables; a transfer never changes.

-- owner: ledger
-- One row per place that can hold money. The id names it: 'cash:ply_..', 'hold:ply_..', 'escrow:rnd_..', 'fee:coinflip',
-- 'house', 'world'. 'world' is everything outside the site, so that all balances together are 0.
create table ledger_accounts (
  id text collate "C" primary key,
  kind text not null check (kind in ('player_cash', 'player_hold', 'escrow', 'fee', 'house', 'world')),
  -- Player, round or game that the account belongs to; null for 'house' and 'world'.
  owner_id text,
  balance bigint not null default 0,
  opened_at bigint not null,
  check ((owner_id is null) = (kind in ('house', 'world'))),
  constraint ledger_accounts_covered check (balance >= 0 or kind in ('house', 'world'))
);
create index ledger_accounts_owner on ledger_accounts (owner_id) where owner_id is not null;

-- owner: ledger
create table transfers (
  id text collate "C" primary key,
  -- What the transfer is for, once for ever: a second transfer under the same key is the first one.
  key text not null unique,
  -- Why: DEPOSIT, DEMO_GRANT, HOLD, HOLD_RELEASE, ESCROW_HOLD, ESCROW_SETTLE, ESCROW_VOID, ...
  code text not null check (code ~ '^[A-Z][A-Z_]{1,39}$'),
  -- The round, order or request behind it.
  ref text not null,
  at bigint not null
);

-- owner: ledger
create table postings (
  transfer_id text collate "C" not null references transfers (id),
  account_id text collate "C" not null references ledger_accounts (id),
  cents bigint not null check (cents <> 0),
  primary key (transfer_id, account_id)
);
create index postings_account on postings (account_id, transfer_id);

-- owner: ledger
-- Money staked in a round. Ended once, by the transfer that paid it out or gave it back.
create table escrows (
  round_id text collate "C" primary key,
  opened_at bigint not null,
  ended_by text collate "C" unique references transfers (id)
);

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FPL03';
end $$;
create trigger transfers_append_only before update or delete on transfers
  for each statement execute function ledger_append_only();
create trigger postings_append_only before update or delete on postings
  for each statement execute function ledger_append_only();

-- The sum of a transfer is checked when its transaction commits, whoever wrote the postings.
create function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(cents) into total from postings where transfer_id = new.transfer_id;
  if total <> 0 then
    raise exception 'transfer % does not sum to zero but to %', new.transfer_id, total using errcode = 'FPL03';
  end if;
  return null;
end $$;
create constraint trigger postings_balanced after insert on postings deferrable initially deferred
  for each row execute function ledger_check_balanced();

create function ledger_open(p_id text, p_kind text, p_owner text, p_at bigint) returns void language sql as $$
  insert into ledger_accounts (id, kind, owner_id, opened_at) values (p_id, p_kind, p_owner, p_at)
  on conflict (id) do nothing
$$;
select ledger_open('world', 'world', null, 0), ledger_open('house', 'house', null, 0);

-- The one door of money. Moves p_cents[i] into p_accounts[i] (negative: out of it), all or nothing.
-- Returns the id of the transfer: p_id, or that of the earlier transfer under the same key, if it says the same.
-- FPL01: an account would go below zero. FPL02: the key was used for something else. FPL03: our bug.
create function ledger_transfer(
  p_id text, p_key text, p_code text, p_ref text, p_at bigint, p_accounts text[], p_cents bigint[]
) returns text language plpgsql as $$
declare
  known transfers;
  touched integer;
begin
  insert into transfers (id, key, code, ref, at) values (p_id, p_key, p_code, p_ref, p_at) on conflict (key) do nothing;
  if not found then
    select * into strict known from transfers where key = p_key;
    if known.code <> p_code or known.ref <> p_ref or exists (
      (select account_id, cents from postings where transfer_id = known.id
        except select * from unnest(p_accounts, p_cents))
      union all
      (select * from unnest(p_accounts, p_cents)
        except select account_id, cents from postings where transfer_id = known.id)
    ) then
      raise exception 'transfer key % was used for something else', p_key using errcode = 'FPL02';
    end if;
    return known.id;
  end if;
  if cardinality(p_accounts) is distinct from cardinality(p_cents) or cardinality(p_accounts) < 2
    or (select sum(c) <> 0 or bool_or(c = 0) from unnest(p_cents) c)
    or (select count(distinct a) from unnest(p_accounts) a) <> cardinality(p_accounts) then
    raise exception 'transfer % needs two or more accounts, each once, and cents that sum to zero', p_key
      using errcode = 'FPL03';
  end if;
  -- One lock order for every transfer: account ids, ascending.
  perform 1 from ledger_accounts where id = any (p_accounts) order by id for update;
  update ledger_accounts a set balance = a.balance + m.cents
  from unnest(p_accounts, p_cents) as m (id, cents)
  where a.id = m.id and (a.balance + m.cents >= 0 or m.cents > 0 or a.kind in ('house', 'world'));
  get diagnostics touched = row_count;
  if touched <> cardinality(p_accounts) then
    if exists (select 1 from unnest(p_accounts) as m (id) left join ledger_accounts a using (id) where a.id is null) then
      raise exception 'transfer % names an account that was never opened', p_key using errcode = 'FPL03';
    end if;
    raise exception 'transfer % is not covered', p_key using errcode = 'FPL01';
  end if;
  insert into postings (transfer_id, account_id, cents) select p_id, m.* from unnest(p_accounts, p_cents) m;
  return p_id;
end $$;

-- The books of crypto are held against ledger, keys and chains, round and round: what each round remembers, and who closed what it found.

-- What is found may be about a transfer that says no network; its id stands in `txid` then, and for an address its index in `idx`.
alter table crypto_incidents
  alter column network drop not null,
  drop constraint crypto_incidents_kind_check,
  add constraint crypto_incidents_kind_check check (kind ~ '^[A-Z][A-Z_]{1,39}$'),
  -- Who closed it and why; null where it closed by itself, as the payment was in the chain again.
  add column closed_by text collate "C" references players (id),
  add column why text check (length(why) between 1 and 300),
  add constraint crypto_incidents_closed check ((closed_by is null) = (why is null) and (closed_by is null or closed_at is not null));
drop index crypto_incidents_open;
create unique index crypto_incidents_open on crypto_incidents (kind, txid, idx, coalesce(network, '')) where closed_at is null;
create index crypto_incidents_known on crypto_incidents (kind, txid, idx);
create trigger crypto_incidents_guard before update or delete on crypto_incidents
  for each row execute function crypto_incidents_guard();

-- owner: crypto
-- How far each round over the books has come. `after` is what was looked at last, in the round's own words; '' begins anew.
create table crypto_audits (
  walk text collate "C" primary key,
  after text collate "C" not null default '',
  rounds integer not null default 0,
  due_at bigint not null default 0
);

-- When the chain is asked again about a credited payment, and what the last answer was where it was not what is written.
alter table crypto_payments
  add column check_at bigint not null default 0,
  add column doubt text;
create index crypto_payments_check on crypto_payments (network, check_at) where state = 'CREDITED';

-- When the chain is asked what an address holds, and what the last answer was where it was not what was paid.
alter table crypto_wallets
  add column weigh_at bigint not null default 0,
  add column doubt text;
create index crypto_wallets_weigh on crypto_wallets (network, weigh_at);

-- Transfers of crypto among all others, in their order, for the round that looks at each.
create index transfers_crypto on transfers (code, id) where code like 'CRYPTO\_%';

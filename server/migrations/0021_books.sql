-- Audit rounds compare the books of crypto with ledger, keys and chains, again and again: the progress of each round, and who closed a finding.

-- A finding may be about a transfer without a network; then `txid` has its id, and for an address `idx` its index.
alter table crypto_incidents
  alter column network drop not null,
  drop constraint crypto_incidents_kind_check,
  add constraint crypto_incidents_kind_check check (kind ~ '^[A-Z][A-Z_]{1,39}$'),
  -- Who closed it and why; null if it closed automatically, because the payment was in the chain again.
  add column closed_by text collate "C" references players (id),
  add column why text check (length(why) between 1 and 300),
  add constraint crypto_incidents_closed check ((closed_by is null) = (why is null) and (closed_by is null or closed_at is not null));
drop index crypto_incidents_open;
create unique index crypto_incidents_open on crypto_incidents (kind, txid, idx, coalesce(network, '')) where closed_at is null;
create index crypto_incidents_known on crypto_incidents (kind, txid, idx);
create trigger crypto_incidents_guard before update or delete on crypto_incidents
  for each row execute function crypto_incidents_guard();

-- owner: crypto
-- Progress of each audit round. `after` is the last checked row, in the round's own terms; '' starts over.
create table crypto_audits (
  walk text collate "C" primary key,
  after text collate "C" not null default '',
  rounds integer not null default 0,
  due_at bigint not null default 0
);

-- When a credited payment is checked on the chain again, and the last answer if it differed.
alter table crypto_payments
  add column check_at bigint not null default 0,
  add column doubt text;
create index crypto_payments_check on crypto_payments (network, check_at) where state = 'CREDITED';

-- When the balance of an address is checked on the chain, and the last answer if it differed from the payments.
alter table crypto_wallets
  add column weigh_at bigint not null default 0,
  add column doubt text;
create index crypto_wallets_weigh on crypto_wallets (network, weigh_at);

-- Transfers of crypto among all others, in order, for the round that checks each.
create index transfers_crypto on transfers (code, id) where code like 'CRYPTO\_%';

-- What players can look up about themselves: results by day, movements of money with the balance after each, movements of items by owner, and the
-- closing of an account.

-- owner: accounts
-- The sums of player_results by day (UTC, days since 1970), updated in the same statement: charts never read every round.
create table player_days (
  player_id text collate "C" not null references players (id),
  day integer not null,
  game text not null references games (name),
  played integer not null,
  won integer not null check (won between 0 and played),
  staked_cents bigint not null,
  won_cents bigint not null,
  fee_cents bigint not null,
  primary key (player_id, day, game)
);
insert into player_days (player_id, day, game, played, won, staked_cents, won_cents, fee_cents)
select player_id, (at / 86400000)::integer, game, count(*), count(*) filter (where won), sum(staked_cents), sum(won_cents), sum(fee_cents)
from player_results group by player_id, at / 86400000, game;

-- owner: ledger
-- Movements of players' money in booking order, one row per player and transfer, with the balance after it. Written by a trigger on postings.
create table ledger_history (
  player_id text collate "C" not null,
  -- The transfer's instant; if two nodes' clocks differ, never before that of the previous movement.
  at bigint not null,
  id bigint generated always as identity,
  transfer_id text collate "C" not null references transfers (id),
  -- The kind for filters (ledger_kind).
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'GAME', 'MARKET', 'OTHER')),
  code text not null,
  ref text not null,
  -- Change of the spendable money (negative: out of it) and the balance afterwards; null: unchanged. The same for held money.
  cash_cents bigint,
  cash_after bigint check (cash_after >= 0),
  hold_cents bigint,
  hold_after bigint check (hold_after >= 0),
  primary key (player_id, kind, at, id),
  check ((cash_cents is null) = (cash_after is null) and (hold_cents is null) = (hold_after is null)),
  check (num_nulls(cash_cents, hold_cents) < 2)
);
-- A player's newest movements of every kind; exports read it too.
create index ledger_history_order on ledger_history (player_id, at, id);
create trigger ledger_history_append_only before update or delete on ledger_history
  for each statement execute function ledger_append_only();
insert into ledger_history (player_id, at, transfer_id, kind, code, ref, cash_cents, cash_after, hold_cents, hold_after)
select player_id, max(at) over (partition by player_id order by transfer_id), transfer_id, ledger_kind(code), code, ref, cash_cents, cash_after,
  hold_cents, hold_after
from (
  select owner_id as player_id, transfer_id, min(at) as at, min(code) as code, min(ref) as ref,
    sum(cents) filter (where kind = 'player_cash') as cash_cents, sum(after) filter (where kind = 'player_cash') as cash_after,
    sum(cents) filter (where kind = 'player_hold') as hold_cents, sum(after) filter (where kind = 'player_hold') as hold_after
  from (
    -- Backwards from the current balance: a past balance counts only if it leads to the current one.
    select a.owner_id, a.kind, p.transfer_id, p.cents, t.at, t.code, t.ref,
      greatest(0, a.balance - coalesce(sum(p.cents) over (partition by p.account_id order by p.transfer_id desc
        rows between unbounded preceding and 1 preceding), 0)) as after
    from postings p join ledger_accounts a on a.id = p.account_id join transfers t on t.id = p.transfer_id
    where a.kind in ('player_cash', 'player_hold')
  ) lines
  group by owner_id, transfer_id
) moved order by transfer_id;
create trigger postings_remembered after insert on postings referencing new table as added
  for each statement execute function ledger_remember();

-- Movements of items by receiver and by giver, newest first of each code.
create index item_moves_came on item_moves (to_id, code, at, item_id, version) where to_kind = 'player';
create index item_moves_left on item_moves (from_id, code, at, item_id, version) where from_kind = 'player' and to_kind <> 'player';

-- The closing of an account. It is requested, can be cancelled until it begins, and begins when everything is paid out: from then on the person is
-- erased, and the rest of their data follows in steps.
alter table players
  alter column steamid drop not null,
  add column closing_at bigint,
  -- It does not begin before this.
  add column closes_at bigint,
  -- Begun: name, picture, SteamID, trade link and the key of the pseudonym were deleted in the same statement.
  add column erased_at bigint,
  -- Done: nothing is left to erase.
  add column closed_at bigint,
  add constraint players_closing check ((closing_at is null) = (closes_at is null) and closes_at >= closing_at),
  add constraint players_erased check (erased_at is null or (closing_at is not null and erased_at >= closes_at)),
  add constraint players_closed check (closed_at is null or (erased_at is not null and closed_at >= erased_at)),
  add constraint players_gone check ((steamid is null) = (erased_at is not null)),
  add constraint players_forgotten check (erased_at is null or (pseudonym_key is null and trade_token = '' and status = 'USER' and not is_fake));
create index players_closing on players (closes_at, id) where closing_at is not null and closed_at is null;

-- owner: profile
-- Exports of own data: the player, and until when its pages are available.
create table exports (
  id text collate "C" primary key,
  player_id text collate "C" not null references players (id),
  asked_at bigint not null,
  until_at bigint not null check (until_at > asked_at)
);
create index exports_of_player on exports (player_id, asked_at);
create index exports_age on exports (until_at);

-- A player's unfinished orders: the closing of an account waits for them. Written so that no other query uses it: the books find due orders in their
-- own order.
create index trade_orders_unfinished on trade_orders (player_id) where case when books_due then true
  else state in ('CREATED', 'SENDING', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN', 'ACCEPTED', 'HELD') end;

-- A player's sessions are shown by last use.
drop index sessions_player;
create index sessions_player on sessions (player_id, last_seen_at, id);

-- Players' open stakes: counted, together with earlier stakes, towards what may be withdrawn below Level 10.

-- owner: games/kit
-- One row for each player in each open round; for a battle from taking the seat until its results are recorded. Written only by triggers, so that no
-- way of staking or ending can skip it.
create table open_stakes (
  round_id text collate "C" not null,
  player_id text collate "C" not null,
  cents bigint not null check (cents > 0),
  -- The price of a seat; its entry is written with the lock.
  seat boolean not null,
  primary key (round_id, player_id)
);
create index open_stakes_of_player on open_stakes (player_id);

insert into open_stakes (round_id, player_id, cents, seat)
select s.round_id, s.player_id, s.cents, true from battle_seats s join battles b on b.round_id = s.round_id
  join rounds r on r.id = s.round_id
where b.closed_at is null and r.phase not in ('cancelled', 'voided') and not (r.scripted and r.phase = 'settled');
insert into open_stakes (round_id, player_id, cents, seat)
select e.round_id, e.player_id, sum(e.cents), false from entries e join rounds r on r.id = e.round_id
where r.phase in ('open', 'locked') group by e.round_id, e.player_id
on conflict do nothing;

create trigger open_stakes_entered after insert on entries referencing new table as entered
  for each statement execute function open_stakes_entered();
create trigger open_stakes_seated after insert or delete on battle_seats
  for each row execute function open_stakes_seated();
create trigger open_stakes_returned after update of phase on rounds for each row
  when (new.phase in ('cancelled', 'voided') or new.phase = 'settled' and new.scripted)
  execute function open_stakes_returned();
create trigger open_stakes_recorded after insert on player_results referencing new table as recorded
  for each statement execute function open_stakes_recorded();

-- A deposit counts once it can no longer be reversed; before, it is reserved.
update trade_sums s set deposited_cents = s.deposited_cents - w.cents
from (
  select o.player_id, sum(i.cents) as cents from trade_orders o join trade_order_items i on i.order_id = o.id
  where o.kind = 'DEPOSIT' and i.item_id is not null and o.booked_at is not null and o.released_at is null
    and o.returned_at is null
  group by o.player_id
) w where w.player_id = s.player_id;

-- A player's deposits that can still be reversed at Steam: their items are shown with the date.
create index trade_orders_protected on trade_orders (player_id)
  where kind = 'DEPOSIT' and state in ('ACCEPTED', 'HELD') and booked_at is not null;

-- owner: trades
-- When the trade worker last saw the complete inventory of the site's own account for a game.
create table trade_stock_looks (
  app_id integer primary key,
  seen_at bigint not null
);

-- owner: trades
-- Assets of that inventory that back no item: they can serve an item without an asset of its own. A missing name: none.
create table trade_stock (
  app_id integer not null,
  market_hash_name text not null,
  free integer not null check (free > 0),
  primary key (app_id, market_hash_name)
);

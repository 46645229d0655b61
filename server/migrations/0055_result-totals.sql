-- The first page shows the newest results of all games and totals since the first round.

-- owner: accounts
-- Settled rounds and what players won, bots left out. Updated by the statement that records results. Several rows for each game, so that
-- concurrent settlements do not wait for each other; their sum is the total.
create table result_totals (
  game text not null references games (name),
  shard smallint not null,
  rounds bigint not null,
  paid_cents bigint not null,
  primary key (game, shard)
);
insert into result_totals (game, shard, rounds, paid_cents)
select r.game, 0, count(distinct r.round_id), coalesce(sum(r.won_cents) filter (where not p.is_fake), 0)
from player_results r join players p on p.id = r.player_id group by r.game;

create index player_results_won on player_results (at, round_id) where won;

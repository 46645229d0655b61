/**
 * Invariants of the round tables at every commit; tests check them after each command. Each returned line is a
 * violation.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { OVERLAP_MS } from '@fairpot/fairness/protocol/round-numbers';
import { everyOpenStakeSql } from '../../accounts/open-stakes.ts';
import { lines, type Invariant } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { stakedSql } from '../../vault/items.ts';

/** The invariants for rounds of a game of items, named as in the list of invariants. */
export function roundInvariants(game: ProvableGame): Invariant[] {
  return [
    ...recordInvariants(game),
    { name: `I2 ${game}: a round holds exactly the staked items`, check: lines(stakesAreHeld(game)) },
    { name: `I5 ${game}: every stake ends once, with its round`, check: lines(stakesEnd(game)) },
    { name: `I6 ${game}: payout and fee are the pot, the fee is within its rate`, check: lines(potIsPaid(game)) },
  ];
}

/** Invariants for rounds of any game, whatever is staked. */
export function recordInvariants(game: ProvableGame): Invariant[] {
  return [
    { name: `I5 ${game}: a round has a settlement when it is settled`, check: lines(settledOnce(game)) },
    { name: `I10 ${game}: stakes match the lock`, check: lines(locksHold(game)) },
    {
      name: `I14 ${game}: a scripted round has a chosen winner, and only the losers' stakes are spent`,
      check: lines(scripts(game)),
    },
    {
      name: `I2 ${game}: open stakes are what players staked in unfinished rounds`,
      check: lines(openStakes(game)),
    },
    { name: `I13 ${game}: the log matches the rounds`, check: lines(leavesMatch(game)) },
    { name: `numbers of ${game} are dense, its secrets are kept`, check: lines(numbersAndSecrets(game)) },
  ];
}

const settledOnce = (game: ProvableGame) => sql`
  select 'round ' || r.id || ' is ' || r.phase || ', settlement: ' || (s.round_id is not null) as line
  from rounds r left join settlements s on s.round_id = r.id
  where r.game = ${game} and (r.phase = 'settled' and not r.scripted) <> (s.round_id is not null)`;

const stakesAreHeld = (game: ProvableGame) => sql`
  select 'item ' || coalesce(s.item_id, h.item_id) || ': stake in ' || coalesce(s.round_id, 'no round') || ', held by '
    || coalesce(h.round_id, 'no round') as line
  from (select s.item_id, s.round_id from stake_items s join rounds r on r.id = s.round_id
      where s.fate = 'open' and r.game = ${game}) s
    full join (select h.* from (${stakedSql}) h left join rounds r on r.id = h.round_id
      where r.game = ${game} or r.id is null) h
    on h.item_id = s.item_id and h.round_id = s.round_id
  where s.item_id is null or h.item_id is null`;

const stakesEnd = (game: ProvableGame) => sql`
  select 'round ' || r.id || ' is ' || r.phase || ', its item ' || s.item_id || ' is ' || s.fate as line
  from rounds r join stake_items s on s.round_id = r.id
  where r.game = ${game} and ((r.phase in ('open', 'locked')) <> (s.fate = 'open')
    or r.phase in ('cancelled', 'voided') and s.fate <> 'returned')
  union all
  select 'entry ' || e.no || ' of ' || e.round_id || ' is worth ' || e.cents || ', its items '
    || coalesce(sum(s.cents), 0)
  from entries e join rounds r on r.id = e.round_id
    left join stake_items s on s.round_id = e.round_id and s.entry_no = e.no
  where r.game = ${game} group by e.round_id, e.no, e.cents having e.cents <> coalesce(sum(s.cents), 0)
  union all
  select 'entry of unknown round ' || e.round_id from entries e
  where not exists (select 1 from rounds r where r.id = e.round_id)`;

const potIsPaid = (game: ProvableGame) => sql`
  select 'round ' || r.id || ': pot ' || p.pot || ', won or returned ' || p.paid || ', fee ' || p.fee || ' of at most '
    || r.fee_bps || ' bps; settled as ' || t.pot_cents || ' and ' || t.fee_cents as line
  from rounds r join settlements t on t.round_id = r.id cross join lateral (
    select sum(s.cents) as pot, coalesce(sum(s.cents) filter (where s.fate in ('returned', 'won')), 0) as paid,
      coalesce(sum(s.cents) filter (where s.fate = 'fee'), 0) as fee
    from stake_items s where s.round_id = r.id
  ) p
  where r.game = ${game} and (p.paid + p.fee <> p.pot or p.fee > p.pot * r.fee_bps / 10000 or t.pot_cents <> p.pot
    or t.fee_cents <> p.fee or (t.payouts #>> '{shares,0,cents}')::bigint <> p.paid)
  union all
  select 'round ' || s.round_id || ': ' || s.item_id || ' is ' || s.fate || ' in entry ' || s.entry_no
  from stake_items s join settlements t on t.round_id = s.round_id
    join entries e on e.round_id = s.round_id and e.no = s.entry_no
    join entries w on w.round_id = s.round_id and w.no = t.winner_entry
    join rounds r on r.id = s.round_id
  where r.game = ${game} and (s.fate = 'returned') <> (e.player_id = w.player_id)`;

/** A battle's seats count before its entries exist and until its results are recorded: the game checks those itself. */
const openStakes = (game: ProvableGame) => sql`
  select 'round ' || round_id || ': ' || player_id || ' staked ' || coalesce(e.cents, 0) || ', has '
    || coalesce(o.cents, 0) || ' at stake' as line
  from (select e.round_id, e.player_id, sum(e.cents) as cents from entries e join rounds r on r.id = e.round_id
      where r.game = ${game} and r.phase in ('open', 'locked') group by e.round_id, e.player_id) e
    full join (select o.*, r.phase from ${everyOpenStakeSql} o join rounds r on r.id = o.round_id
      where r.game = ${game}) o
      using (round_id, player_id)
  where e.cents is distinct from o.cents and not (e.cents is null and o.seat and o.phase in ('open', 'settled'))`;

const locksHold = (game: ProvableGame) => sql`
  select 'round ' || r.id || ': locked stake ' || coalesce(l.n, e.no) || ' was ' || coalesce(l.player, '-') || ' '
    || coalesce(l.cents, 0) || ', is ' || coalesce(e.pseudonym, '-') || ' ' || coalesce(e.cents, 0) as line
  from rounds r cross join lateral (
    select n, x ->> 'player' as player, (x ->> 'cents')::bigint as cents
    from jsonb_array_elements(r.lock_text::jsonb -> 'entries') with ordinality as x (x, n)
  ) l full join (
    select e.* from entries e join rounds r on r.id = e.round_id where r.lock_text is not null and r.game = ${game}
  ) e on e.round_id = r.id and e.no = l.n
  where (r.id is null or r.game = ${game})
    and (e.no is null or l.n is null or e.pseudonym <> l.player or e.cents <> l.cents)`;

const leavesMatch = (game: ProvableGame) => sql`
  select 'round ' || r.id || ' (' || r.phase || case when r.scripted then ', scripted' else '' end || ') has leaves '
    || coalesce(l.kinds, 'none') as line
  from rounds r left join (
    select round_id, string_agg(kind, ' ' order by id) filter (where kind <> 'scripted') as kinds,
      bool_or(kind = 'scripted') as scripted
    from log_leaves group by round_id
  ) l on l.round_id = r.id
    left join restored_rounds x on x.round_id = r.id
  where r.game = ${game} and case when x.round_id is not null
    then r.phase not in ('cancelled', 'voided') or l.kinds !~ '(cancel|void)$'
    else coalesce(l.scripted, false) <> r.scripted or l.kinds is distinct from case
    when r.phase = 'cancelled' then 'open cancel' when r.phase = 'open' or r.scripted then 'open'
    when r.phase = 'locked' then 'open lock'
    when r.phase = 'settled' then 'open lock result' else 'open lock void' end end
  union all
  select 'leaf ' || l.id || ' of ' || l.round_id || ' does not match its round'
  from log_leaves l join rounds r on r.id = l.round_id
  where r.game = ${game} and (l.kind = 'lock' and l.body <> r.lock_text
    or l.kind = 'open' and ((l.body::jsonb ->> 'number')::bigint <> r.number or l.body::jsonb ->> 'hash' <> r.hash))
  union all
  select 'leaf ' || l.id || ' reveals a secret' from log_leaves l join round_secrets s on s.round_id = l.round_id
  where l.kind <> 'result' and position(s.secret in l.body) > 0
  union all
  select 'leaf ' || l.id || ' names the player ' || e.player_id from log_leaves l
    join entries e on e.round_id = l.round_id where position(e.player_id in l.body) > 0`;

/** The number of a failed opening is reused by the next one. It counts as missing once a later round has passed it. */
const numbersAndSecrets = (game: ProvableGame) => sql`
  select 'number ' || n || ' of ' || c.last || ' is used by ' || count(r.id) || ' rounds, waiting: '
    || count(w.number) as line
  from round_counters c cross join lateral generate_series(1, c.last) n
    left join rounds r on r.game = c.game and r.number = n
    left join round_numbers w on w.game = c.game and w.number = n
    left join restored_rounds x on x.game = c.game and x.number = n and r.id is null
  where c.game = ${game} group by n, c.last having count(r.id) + count(w.number) + count(x.round_id) <> 1
  union all
  select 'number ' || w.number || ' is missing below round ' || max(r.number)
  from round_numbers w join rounds r on r.game = w.game and r.number > w.number
  where w.game = ${game} group by w.number having max(r.opened_at) - min(r.opened_at) >= ${OVERLAP_MS}
  union all
  select 'round ' || r.id || ' has no secret' from rounds r
  where r.game = ${game}
    and (r.phase in ('open', 'locked') or not exists (select 1 from log_leaves where kind = 'restored'))
    and not exists (select 1 from round_secrets s where s.round_id = r.id)
  union all
  select 'round ' || t.round_id || ' published another secret' from settlements t
    join round_secrets s on s.round_id = t.round_id where s.secret <> t.secret`;

const scripts = (game: ProvableGame) => sql`
  select 'round ' || r.id || ' is scripted: ' || r.scripted || ', its winner: ' || coalesce(x.winner_id, 'none') as line
  from rounds r left join scripted_rounds x on x.round_id = r.id
  where r.game = ${game} and (r.scripted <> (x.round_id is not null)
    or r.scripted and r.locked_at is not null
      and not exists (select 1 from entries e where e.round_id = r.id and e.player_id = x.winner_id))
  union all
  select 'scripted round ' || r.id || ': item ' || s.item_id || ' of entry ' || s.entry_no || ' is ' || s.fate
  from rounds r join scripted_rounds x on x.round_id = r.id
    join stake_items s on s.round_id = r.id join entries e on e.round_id = r.id and e.no = s.entry_no
  where r.game = ${game} and r.phase = 'settled'
    and s.fate <> case when e.player_id = x.winner_id then 'returned' else 'won' end`;

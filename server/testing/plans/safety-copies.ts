/** Changed columns of copied rows in the tables that protect players and the site (history.ts). `p.n` counts from 1. */
import { back, name, type Changes } from '../cases/copies.ts';

export const SAFETY_COPIES: Readonly<Record<string, Changes>> = {
  protection_guards: { player_id: name('ply') },
  protection_limits: { player_id: name('ply') },
  // Of the same player, further back than any span.
  protection_hours: { hour: 't.hour - 1000 - p.n' },
  protection_deposits: { source: name('trd'), hour: 't.hour - 1000 - p.n' },
  protection_changes: { id: `(1000000 + p.n)::bigint` },
  protection_visits: { player_id: name('ply') },
  protection_answers: { player_id: name('ply') },
  // Every other one is of the same player, and was reviewed.
  protection_flags: {
    id: `(1000000 + p.n)::bigint`,
    player_id: `case when p.n % 2 = 0 then t.player_id else ${name('ply')} end`,
    checked_at: 'case when p.n % 2 = 0 then 1 end',
    checked_by: `case when p.n % 2 = 0 then ${name('ply', '1')} end`,
    why: `case when p.n % 2 = 0 then 'looked at' end`,
  },
  // Other pairs, and the same loser with others.
  collusion_pairs: { from_id: name('ply'), day: '1 + p.n % 7' },
  collusion_withdrawals: { player_id: name('ply'), day: '1 + p.n % 7' },
  collusion_signs: {
    others: `array[${name('ply')}]`,
    checked_at: 'case when p.n % 2 = 0 then 1 end',
    checked_by: `case when p.n % 2 = 0 then ${name('ply', '1')} end`,
    why: `case when p.n % 2 = 0 then 'checked' end`,
  },
  // One item type each, long ago.
  breaker_hours: { way: `'type:plan-' || p.n`, hour: '1 + p.n % 7' },
  // Every other one is of the same player, and was reset.
  breaker_trips: {
    id: `(1000000 + p.n)::bigint`,
    breaker: `case when p.n % 2 = 0 then 'PROFIT' else 'TYPE_DEPOSITS' end`,
    way: `case when p.n % 2 = 0 then 'player' else 'type:plan-' || p.n end`,
    player_id: 'case when p.n % 2 = 0 then t.player_id end',
    reset_at: 'case when p.n % 2 = 0 then 1 end',
    reset_by: `case when p.n % 2 = 0 then ${name('ply', '1')} end`,
    why: `case when p.n % 2 = 0 then 'checked' end`,
  },
  barred_people: {
    hash: `sha256(('copy' || p.n)::bytea)`,
    until_at: 'case when p.n % 2 = 0 then t.until_at - p.n end',
  },
  promo_codes: { id: name('prm'), hash: `sha256(('copy' || p.n)::bytea)`, ...back('created_at') },
  promo_uses: { promo_id: name('prm'), transfer_id: name('trf') },
  promo_tries: { who: `t.who || p.n`, hour: 't.hour - 1' },
};

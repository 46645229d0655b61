/** Case battles for tests over all games. */
import { setCasebattleWinner } from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { back } from '../../cases/copies.ts';
import type { GameSample } from '../sample.fixture.ts';
import { Arena, publishCases } from './arena.fixture.ts';

/** Copied battles end before those that belong to a round. */
const LONG_AGO = '200000 * 60000::bigint';

export const sample: GameSample = {
  seats: 2,
  prepare: publishCases,
  open: (world, first) => new Arena(world).create(first),
  fill: async (world, id, others) => {
    for (const [at, other] of others.entries()) await new Arena(world).join(other, id, at + 1);
  },
  script: async (world, admin, id, winner) => {
    const request = { userId: winner.id, teamId: teamIdOf(id, 0), deviationAmountUsd: 0.05 };
    await world.run(setCasebattleWinner, admin, request);
  },
  endsAfterMs: [24_000, 120_000],
  tables: {
    battles: {
      ofRound: back('opened_at', 'replay_starts_at', 'replay_ends_at', 'paid_at', 'closed_at'),
      more: {
        opened_at: `t.opened_at - ${LONG_AGO} - p.n`,
        replay_ends_at: `t.replay_ends_at - ${LONG_AGO} - p.n`,
        paid_at: `t.paid_at - ${LONG_AGO} - p.n`,
        closed_at: `t.closed_at - ${LONG_AGO} - p.n`,
      },
      which: 't.paid_at is not null',
    },
    battle_seats: { ofRound: { id: `t.id || '_' || p.n`, ...back('at') }, more: { id: `'copy' || p.n` } },
    battle_cases: { ofRound: {}, noPlayers: true },
    case_tables: { more: { version: '(1000 + p.n)::integer' } },
    case_table_items: { more: { version: '(1000 + p.n)::integer' }, noPlayers: true },
    cases: { small: 'what staff offers now', noPlayers: true },
  },
};

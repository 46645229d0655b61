/** Case battles for tests over all games. */
import { CASEBATTLE_EXPIRY_MS } from '@fairpot/contract/casebattle/calls';
import { listCases, listCaseTypes } from '@fairpot/contract/casebattle/cases/schemas';
import {
  casebattleHistory,
  getCasebattle,
  listCasebattles,
  setCasebattleWinner,
} from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import { sql } from '../../../src/platform/database/sql.ts';
import { queryCase } from '../../plans/query-case.ts';
import { back } from '../../plans/copies.ts';
import { far } from '../../plans/places.ts';
import { botCase, sweepCase } from '../../plans/sweep-case.ts';
import type { GameSample } from '../sample.fixture.ts';
import { Arena, publishCases } from './arena.fixture.ts';

const DAY = 24 * 60 * 60 * 1_000;
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
  plans: {
    sweeps: [
      sweepCase('casebattle.pay', {
        limit: 100,
        // Thousands wait after the one that is paid here.
        stopAfter: 'first',
        crowd: async (db) => {
          await db.run(sql`
            insert into battles (round_id, type, mode, creator_id, price_cents, opened_at, replay_starts_at,
              replay_round_ms, replay_tie_ms, replay_ends_at)
            select 'rnd_8' || lpad(n::text, 25, '0'), b.type, b.mode, b.creator_id, b.price_cents, b.opened_at, 1, 1, 1,
              b.opened_at + ${5 * DAY}::bigint + n
            from (select * from battles where closed_at is null limit 1) b, generate_series(1, 5000) n`);
        },
        prepare: async ({ world, player, clock, sweep }) => {
          const arena = new Arena(world);
          const id = await arena.create(await player());
          await arena.join(await player(), id, 1);
          await clock.advance(24_000);
          await sweep('casebattle.reveal');
          await clock.advance(20 * DAY);
        },
      }),
      sweepCase('casebattle.expire', { limit: 8, prepare: ({ clock }) => clock.advance(CASEBATTLE_EXPIRY_MS) }),
      botCase('demo.battle-bots'),
    ],
    queries: (round) => [
      queryCase(listCases, {}, { limit: 50, finds: (cases) => cases.length }),
      queryCase(listCaseTypes, { search: 'gun' }, { limit: 50, finds: ({ types }) => types.length }),
      queryCase(listCasebattles, {}, { limit: 200, finds: (battles) => battles.length }),
      queryCase(getCasebattle, { id: round }, { limit: 5 }),
      queryCase(casebattleHistory, {}, { limit: 20, finds: (battles) => battles.length }),
      queryCase(casebattleHistory, { before: round }, { ...far, limit: 20, finds: (battles) => battles.length }),
    ],
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
  },
};

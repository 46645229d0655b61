/** A plan case for a query: its input, its caller, and the minimum size of the answer so that the case proves something. */
import { hasPermission } from '@fairpot/contract/wire/permissions';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { CallInput, CallOutput, Query } from '@fairpot/contract/wire/call.schemas';
import type { z } from 'zod';
import { sql } from '../../src/platform/database/sql.ts';
import { invariant, Refused } from '../../src/platform/runner/refused.ts';
import type { PlayedSample, QueryCase } from './case.ts';
import { far } from './places.ts';

/** After every moment of the tests. */
const FAR_MS = 9_000_000_000_000;

interface Parts<Q extends Query> extends Pick<QueryCase, 'limit' | 'perThing' | 'variant' | 'crowd'> {
  /** A smaller answer proves nothing; 1 for answers that are not lists. */
  readonly finds?: (answer: CallOutput<Q>) => number;
  readonly refuses?: RefusalCode;
}

/** `input`: the input, or how to derive it from what was played. */
export function queryCase<Q extends Query>(
  call: Q,
  input: CallInput<Q> | ((played: PlayedSample) => CallInput<Q>),
  { finds, refuses, ...parts }: Parts<Q>,
): QueryCase {
  return {
    about: call.name,
    input,
    ...parts,
    run: async ({ execute, played }) => {
      const actor = { ...played.player, status: hasPermission('USER', call.permission) ? 'USER' : 'ADMIN' } as const;
      try {
        const answer = await execute(
          call,
          actor,
          typeof input === 'function' ? (input as (played: PlayedSample) => CallInput<Q>)(played) : input,
        );
        const found = finds?.(answer) ?? 1;
        invariant(found >= 1 && refuses === undefined, `${call.name} found ${found}: the case proves nothing`);
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== refuses) throw error;
      }
    },
  };
}

/** The list of a game of two seats while thousands of rounds run, of which it shows the last, and thousands ended within the last minute. */
export function busyListOf(game: string, call: Query<z.ZodType<object>, z.ZodType<{ games: unknown[] }>>): QueryCase {
  const shown = 200;
  return queryCase(
    call,
    {},
    {
      variant: 'thousands run',
      limit: shown,
      finds: ({ games }) => Number(games.length === shown),
      crowd: async (db) => {
        await db.run(sql`
          insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at, one_at_a_time, lock_text,
            drand_round, loaded_at, locked_at, due_at, ended_at)
          select 'rnd_8' || lpad(n::text, 25, '0'), ${game}, 5000000 + n,
            case when n > 5000 then 'settled' else 'locked' end, 1, md5('o' || n) || md5('p' || n), 500,
            case when n > 5000 then n else ${FAR_MS}::bigint + n end, false, '{}', n, n, n,
            ${FAR_MS}::bigint + n, case when n > 5000 then ${FAR_MS}::bigint + n end
          from generate_series(1, 10000) n`);
        await db.run(sql`
          insert into entries (round_id, no, player_id, pseudonym, pick, cents, at, by_key)
          select r.id, no, p.id, p.pseudonym, no, 1, 1, false
          from rounds r, generate_series(1, 2) no, (select id, pseudonym from players limit 1) p
          where r.game = ${game} and r.phase = 'locked' and r.due_at > ${FAR_MS + 5_000 - shown}`);
      },
    },
  );
}

/** The history of a game: its newest page, and the one before `round`. */
export function historyOf(
  call: Query<z.ZodType<{ before?: string | undefined }>, z.ZodType<{ history: unknown[] }>>,
  round: string,
): QueryCase[] {
  const page = { limit: 20, finds: ({ history }: { history: unknown[] }) => history.length };
  return [queryCase(call, {}, page), queryCase(call, { before: round }, { ...far, ...page })];
}

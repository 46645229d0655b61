/** A plan case for a query: its input, its caller, and the minimum size of the answer so that the case proves something. */
import { hasPermission } from '@fairpot/contract/wire/permissions';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { CallInput, CallOutput, Query } from '@fairpot/contract/wire/call.schemas';
import type { z } from 'zod';
import { invariant, Refused } from '../../platform/runner/refused.ts';
import type { PlayedSample, QueryCase } from './case.ts';
import { far } from './places.ts';

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

/** The history of a game: its newest page, and the one before `round`. */
export function historyOf(
  call: Query<z.ZodType<{ before?: string | undefined }>, z.ZodType<{ history: unknown[] }>>,
  round: string,
): QueryCase[] {
  const page = { limit: 20, finds: ({ history }: { history: unknown[] }) => history.length };
  return [queryCase(call, {}, page), queryCase(call, { before: round }, { ...far, ...page })];
}

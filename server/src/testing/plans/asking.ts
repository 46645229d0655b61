/** A case for a query: what is asked, by whom, and what the answer has to hold so that the case shows something. */
import { holds } from '@fairpot/contract/wire/permissions';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { InputOf, OutputOf, Query } from '@fairpot/contract/wire/call.schemas';
import { invariant, Refused } from '../../platform/runner/refused.ts';
import type { Played } from './played.ts';
import type { PlanCase } from './stage.ts';

/** A query's case also says what was asked, so that a test can see which pages are covered. */
export interface QueryCase extends PlanCase {
  readonly input: unknown;
}

interface Parts<Q extends Query> {
  readonly limit: number;
  readonly variant?: string;
  /** Answers with fewer things show nothing; 1 for what is no list. */
  readonly finds?: (answer: OutputOf<Q>) => number;
  readonly refuses?: RefusalCode;
}

/** `input`: what is asked, or how it follows from what was played. */
export function asking<Q extends Query>(
  call: Q,
  input: InputOf<Q> | ((played: Played) => InputOf<Q>),
  { finds, refuses, ...parts }: Parts<Q>,
): QueryCase {
  return {
    about: call.name,
    input,
    ...parts,
    run: async ({ execute, played }) => {
      const actor = { ...played.player, status: holds('USER', call.permission) ? 'USER' : 'ADMIN' } as const;
      try {
        const answer = await execute(
          call,
          actor,
          typeof input === 'function' ? (input as (played: Played) => InputOf<Q>)(played) : input,
        );
        const found = finds?.(answer) ?? 1;
        invariant(found >= 1 && refuses === undefined, `${call.name} found ${found}: the case shows nothing`);
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== refuses) throw error;
      }
    },
  };
}

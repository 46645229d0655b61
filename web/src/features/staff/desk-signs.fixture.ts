/** Answers of the desk's lists of circuit breakers and signs of collusion: a row for each text. */
import type { InputOf, OutputOf } from '@fairpot/contract/registry/call-types';
import type { QueryEndpoint } from '@fairpot/contract/wire/call';
import { listBreakerTrips } from '@fairpot/contract/operations/breakers/calls';
import { listCollusionSigns } from '@fairpot/contract/operations/collusion/calls';
import { AT, personOf } from './desk-parts.fixture.ts';

export function answerSigns(
  on: <Q extends QueryEndpoint>(query: Q, input: InputOf<Q>, answer: OutputOf<Q>) => void,
  rows: <T>(row: (text: string, n: number) => T) => T[],
): void {
  on(
    listCollusionSigns,
    {},
    {
      signs: rows((text, n) => ({
        id: n + 1,
        sign: 'RING' as const,
        user: personOf(n, text),
        others: [personOf(n, text)],
        at: AT,
        figures: { movedUsd: 1 },
        looked: null,
      })),
      next: null,
    },
  );
  // Both lists have one address: what tripped and what was reset.
  on(
    listBreakerTrips,
    {},
    {
      trips: rows((text, n) => ({
        id: n + 1,
        breaker: 'TYPE_DEPOSITS' as const,
        subject: text,
        user: personOf(n, text),
        at: AT,
        figures: { dayUsd: 1, limitUsd: 2 },
        reset: n % 2 === 0 ? null : { at: AT, by: personOf(n, text), why: text },
      })),
      next: null,
    },
  );
}

/** One case of each kind that stops a deposit of items, as server answers: for tests of every window that takes items from Steam. */
import type { Protection } from '@fairpot/contract/protection/schemas';
import { settings, type FixtureServer } from './server.fixture.tsx';

export function protectionOf(over: Partial<Protection> = {}): Protection {
  const net = { since: 0, depositedUsd: 0, withdrawnUsd: 0, netUsd: 0 };
  return {
    now: Date.now(),
    limits: [],
    limitsAnswered: true,
    block: null,
    realityMinutes: null,
    net,
    play: null,
    ...over,
  };
}

/** A deposit limit with one cent too little left. */
const SHORT: Protection['limits'][number] = {
  kind: 'deposit',
  span: 'day',
  limitUsd: 20,
  usedUsd: 9.51,
  freeUsd: 10.49,
  easesAt: null,
  asked: null,
};

export interface StopCase {
  readonly what: string;
  /** On the button, and in full beside it. */
  readonly short: string;
  readonly text: RegExp;
  readonly answer: (server: FixtureServer) => void;
}

/** Each stops a deposit worth 10.50; none stops a stake of site items. */
export const STOP_CASES: readonly StopCase[] = [
  {
    what: 'the question before the first deposit',
    short: 'Answer the limit question first',
    text: /^Before your first deposit: do you want a deposit limit\?/,
    answer: ({ answers }) => (answers['/user/limits'] = protectionOf({ limitsAnswered: false })),
  },
  {
    what: 'a limit on deposits',
    short: 'Over your deposit limit',
    text: /^Your deposit limit is \$20\.00 in 24 hours: \$10\.49 left/,
    answer: ({ answers }) => (answers['/user/limits'] = protectionOf({ limits: [SHORT] })),
  },
  {
    what: 'a reversed deposit',
    short: 'Trades are frozen',
    text: /^Your trades are frozen because a deposit was reversed on Steam/,
    answer: ({ answers }) => {
      answers['/withdraw/terms'] = { level: 3, levelNeeded: 10, refundableUsd: 0, frozenAt: Date.now() };
    },
  },
  {
    what: 'a pause of deposits',
    short: 'Deposits are paused',
    text: /^This is paused right now/,
    answer: ({ answers }) => (answers['/settings/list'] = { ...settings(), paused: ['deposit'] }),
  },
];

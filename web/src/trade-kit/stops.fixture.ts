/** What stops bringing items in, one of each kind, as answers of a server: for the tests of every window that takes items from Steam. */
import type { Protection } from '@fairpot/contract/protection/schemas';
import { settings, type Server } from './server.fixture.tsx';

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

/** A limit on deposits of which a cent too little is left. */
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
  /** On the button, and beside it. */
  readonly short: string;
  readonly text: RegExp;
  readonly answer: (server: Server) => void;
}

/** Each stops a deposit worth 10.50, and none a stake of the site's own items. */
export const STOP_CASES: readonly StopCase[] = [
  {
    what: 'the question before the first deposit',
    short: 'A question first',
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
    what: 'a deposit that was taken back',
    short: 'Trades stand still',
    text: /^Your trades stand still, because a deposit was taken back at Steam/,
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

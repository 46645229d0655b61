/**
 * What this browser last saw of the site, for the page that is shown without a network: read from answers as they pass. Name and balance go when their
 * player signs out.
 */
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import type { getUser } from '@fairpot/contract/user/calls';
import type { getJackpot } from '@fairpot/contract/jackpot/calls';
import type { listCoinflips } from '@fairpot/contract/coinflip/calls';

/** Each with the time of the answer, epoch ms. Sums in dollars. */
export interface LastSeen {
  readonly account?: { readonly at: number; readonly name: string; readonly balanceUsd: number };
  readonly jackpot?: { readonly at: number; readonly potUsd: number; readonly entries: number };
  readonly coinflip?: { readonly at: number; readonly games: number };
}

const CACHE = 'fairpot-last-seen';
const STATE = '/client-check/last-seen';
export const ACCOUNT = '/api/user';
const LOGOUT = '/api/auth/logout';

type Reader = (body: never, at: number) => LastSeen;
const READERS: Readonly<Record<string, Reader>> = {
  [ACCOUNT]: ({ user }: OutputOf<typeof getUser>, at) => ({
    account: { at, name: user.name, balanceUsd: user.balanceUsd },
  }),
  '/api/jackpot': ({ game }: OutputOf<typeof getJackpot>, at) =>
    game === null ? {} : { jackpot: { at, potUsd: game.value, entries: game.entries.length } },
  '/api/coinflip': ({ games }: OutputOf<typeof listCoinflips>, at) => ({ coinflip: { at, games: games.length } }),
};

export function isRemembered(path: string): boolean {
  return path in READERS;
}

export function endsSession(path: string): boolean {
  return path === LOGOUT;
}

export async function lastSeen(): Promise<LastSeen> {
  const stored = await (await caches.open(CACHE)).match(STATE);
  return stored === undefined ? {} : ((await stored.json()) as LastSeen);
}

let turn: Promise<unknown> = Promise.resolve();
let signOuts = 0;

/**
 * Call it before the request: returns what remembers its answer. An account that is signed out is forgotten, and an answer
 * that was requested before the sign-out does not bring it back.
 */
export function rememberAnswer(path: string): (answer: Response) => Promise<void> {
  const requestedAt = signOuts;
  return (answer) =>
    change(async (seen) => {
      if (path === ACCOUNT && (answer.status === 401 || requestedAt !== signOuts)) return without(seen);
      if (!answer.ok) return seen;
      const { response } = (await answer.json()) as { readonly response: never };
      return { ...seen, ...READERS[path]?.(response, Date.now()) };
    });
}

/** Call it once the site has answered the sign-out. */
export function forgetAccount(): Promise<void> {
  signOuts += 1;
  return change((seen) => without(seen));
}

function without({ account: _account, ...rest }: LastSeen): LastSeen {
  return rest;
}

function change(to: (seen: LastSeen) => LastSeen | Promise<LastSeen>): Promise<void> {
  const done = turn.then(async () => {
    const next = await to(await lastSeen());
    await (await caches.open(CACHE)).put(STATE, Response.json(next));
  });
  turn = done.catch(() => undefined);
  return done.catch(() => undefined); // a memory for display: its loss harms nothing
}

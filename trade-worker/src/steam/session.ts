/**
 * The worker's session at Steam: cookies from a refresh token, renewed when they are old or Steam rejects them. Only this file knows the
 * token. Callers call `ready` first, which signs in when needed.
 */
import type { Agent } from 'node:https';
import Request from 'request';
import { EAuthTokenPlatformType, LoginSession } from 'steam-session';
import SteamCommunity from 'steamcommunity';
import TradeOfferManager from 'steam-tradeoffer-manager';
import type { Clock } from '@fairpot/server/platform/process/ports';
import { systemClock } from '@fairpot/server/platform/process/system-ports';

const RENEW_AFTER_MS = 12 * 60 * 60_000;
/** After a failed sign-in; Steam locks out accounts that try too often. */
const RETRY_AFTER_MS = 15_000;
const TIMEOUT_MS = 20_000;

export interface SteamSession {
  readonly community: SteamCommunity;
  readonly manager: TradeOfferManager;
  /** Signs in if needed; rejects if that fails now. */
  ready(): Promise<void>;
  /** Steamid of the signed-in account. Only after `ready`. */
  steamId(): string;
  /** Marks the session as expired: the next `ready` signs in again. */
  expire(): void;
  close(): void;
}

export interface SessionOptions {
  readonly refreshToken: string;
  readonly agent: Agent;
  readonly clock: Clock;
  /** Maximum duration of one call, in ms. */
  readonly timeoutMs?: number;
}

/** Turns a library call with a callback into a promise. */
export function fromCallback<T extends unknown[]>(
  call: (done: (error: Error | null, ...values: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) =>
    call((error, ...values) => (error === null || error === undefined ? resolve(values) : reject(error))),
  );
}

export function openSession({ refreshToken, agent, clock, timeoutMs = TIMEOUT_MS }: SessionOptions): SteamSession {
  const community = new SteamCommunity({ request: Request.defaults({ agent }), timeout: timeoutMs });
  const manager = new TradeOfferManager({
    community,
    pollInterval: -1,
    dataDirectory: null,
    useAccessToken: true,
    language: null,
  });
  let signedInAt: number | null = null;
  let failedAt: number | null = null;
  let underWay: Promise<void> | null = null;
  const signIn = async () => {
    const session = new LoginSession(EAuthTokenPlatformType.WebBrowser, { agent });
    session.refreshToken = refreshToken;
    const cookies = await within(session.getWebCookies(), timeoutMs);
    await fromCallback((done) => manager.setCookies(cookies, done));
    // Until the pop-up about protected trades is acknowledged, confirmations fail.
    await fromCallback((done) => community.acknowledgeTradeProtection(done));
    signedInAt = clock.now();
    failedAt = null;
  };
  const expire = () => void (signedInAt = null);
  community.on('sessionExpired', expire);
  return {
    community,
    manager,
    expire,
    steamId: () => {
      if (community.steamID === null) throw new Error('no account is signed in');
      return community.steamID.getSteamID64();
    },
    ready: async () => {
      const now = clock.now();
      if (signedInAt !== null && now - signedInAt < RENEW_AFTER_MS) return;
      if (failedAt !== null && now - failedAt < RETRY_AFTER_MS) throw new Error('the last sign-in failed a moment ago');
      underWay ??= signIn()
        .catch((error: unknown) => {
          failedAt = clock.now();
          throw error;
        })
        .finally(() => (underWay = null));
      await underWay;
    },
    close: () => {
      manager.shutdown();
      agent.destroy();
    },
  };
}

/** Real time, because this is about the network. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const over = new AbortController();
  const late = systemClock.sleep(ms, over.signal).then(
    () => Promise.reject(new Error(`no answer within ${ms} ms`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

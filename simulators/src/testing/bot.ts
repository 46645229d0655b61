/**
 * A trade bot made of the real libraries, unmodified: an agent redirects their connections to the simulator, over plain HTTP, whatever host they
 * request. A short version of the product's trade worker.
 */
import { Agent } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { EAuthTokenPlatformType, LoginSession } from 'steam-session';
import SteamCommunity from 'steamcommunity';
import SteamTotp from 'steam-totp';
import TradeOfferManager, { type Item, type TradeFailure, type TradeOffer } from 'steam-tradeoffer-manager';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../start.ts';
import { control } from './harness.ts';

const Credentials = z.object({ refreshToken: z.string(), identitySecret: z.string(), tradeLink: z.string() });

/** Redirects every connection to one local port. */
export class LoopbackAgent extends Agent {
  readonly #port: number;

  constructor(port: number) {
    super({ keepAlive: true });
    this.#port = port;
  }

  override createConnection(): Duplex {
    return connect(this.#port, '127.0.0.1');
  }
}

export interface Bot {
  readonly steamId: string;
  readonly agent: LoopbackAgent;
  readonly session: LoginSession;
  readonly community: SteamCommunity;
  readonly manager: TradeOfferManager;
  readonly identitySecret: string;
  signIn(): Promise<void>;
  /** The confirmations pending on the phone, and the answer to one of them. */
  confirmations(): Promise<{ id: string; key: string; offerID: string | null }[]>;
  answer(offerId: string, accept: boolean): Promise<void>;
}

/** Promisifies a library call with a callback. */
export function called<T extends unknown[]>(
  call: (done: (error: Error | null, ...values: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) =>
    call((error, ...values) => (error === null || error === undefined ? resolve(values) : reject(error))),
  );
}

/** The error of a library call, as the library reports it. */
export async function failure(promise: Promise<unknown>): Promise<TradeFailure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail');
}

/** Any account of the simulators with the libraries around it, signed in. */
export async function bot(simulators: Simulators, steamId: string): Promise<Bot> {
  const response = await control(simulators, 'GET', `/users/${steamId}/credentials`);
  const { refreshToken, identitySecret } = Credentials.parse(await response.json());
  const agent = new LoopbackAgent(Number(new URL(simulators.steam.baseUrl).port));
  const session = new LoginSession(EAuthTokenPlatformType.WebBrowser, { agent });
  session.refreshToken = refreshToken;
  const community = new SteamCommunity({ timeout: 1_500 });
  community.request = community.request.defaults({ agent });
  const manager = new TradeOfferManager({
    community,
    pollInterval: -1,
    dataDirectory: null,
    useAccessToken: true,
    language: null,
  });
  onTestFinished(() => {
    manager.shutdown();
    agent.destroy();
  });
  let lastSecond = 0;
  const key = (tag: string) => {
    // A key works once, so each is for a second of its own.
    lastSecond = Math.max(lastSecond + 1, Math.floor(simulators.clock.now() / 1_000));
    return { time: lastSecond, key: { tag, key: SteamTotp.getConfirmationKey(identitySecret, lastSecond, tag) } };
  };
  const made: Bot = {
    steamId,
    agent,
    session,
    community,
    manager,
    identitySecret,
    async signIn() {
      const cookies = await session.getWebCookies();
      await called((done) => manager.setCookies(cookies, done));
    },
    async confirmations() {
      const { time, key: list } = key('list');
      return (
        await called<[{ id: string; key: string; offerID: string | null }[]]>((done) =>
          community.getConfirmations(time, list, done),
        )
      )[0];
    },
    async answer(offerId, accept) {
      const one = (await made.confirmations()).find((confirmation) => confirmation.offerID === offerId);
      if (one === undefined) throw new Error(`no confirmation for ${offerId}`);
      const { time, key: answer } = key(accept ? 'accept' : 'reject');
      await called((done) => community.respondToConfirmation(one.id, one.key, time, answer, accept, done));
    },
  };
  await made.signIn();
  return made;
}

/** Sends an offer to the owner of a trade link. */
export async function offered(
  from: Bot,
  link: string,
  items: { readonly give?: readonly Item[]; readonly take?: readonly Item[] },
  message = '',
): Promise<TradeOffer> {
  const offer = from.manager.createOffer(link);
  offer.addMyItems(items.give ?? []);
  offer.addTheirItems(items.take ?? []);
  offer.setMessage(message);
  await called((done) => offer.send(done));
  return offer;
}

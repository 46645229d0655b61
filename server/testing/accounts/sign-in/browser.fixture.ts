/** For tests: a browser with a cookie jar, a real server on a real port, and the simulated Steam. */
import { startSimulators, type Simulators } from '@fairpot/simulators/start';
import { makeSteamGateway, steamAddresses } from '../../../src/gateways/steam/steam.ts';
import { answerToQuery } from '../../gateways/steam/simulated-player.fixture.ts';
import type { Config } from '../../../src/platform/process/config.ts';
import type { MakeFeature } from '../../../src/platform/runner/feature.ts';
import type { RunningServer } from '../../../src/platform/process/server.ts';
import { makeWorld, type World } from '../../world.ts';
import { sessionResolver } from '../../../src/accounts/sessions.ts';

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** One request without following redirects; keeps and sends cookies as a browser does. */
  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(path, { headers });
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.#fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#origin, ...headers },
      body: JSON.stringify(body),
    });
  }

  async #fetch(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(`${this.#origin}${path}`, { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      if (/; Max-Age=0(;|$)/.test(set)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
}

export interface SignInStage {
  readonly world: World;
  readonly sim: Simulators;
  readonly server: RunningServer;
  browser(): Browser;
  /** Begins a sign-in and picks the account. Returns the path (with the provider's answer) that the browser is sent to. */
  answer(browser: Browser, steamid: string, query?: string): Promise<string>;
  /** The complete sign-in. Returns the answer of /auth/return. */
  signIn(browser: Browser, steamid: string, query?: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** Simulators and server on the clock of the world. */
export async function signInStage(
  features: readonly MakeFeature[],
  config: Partial<Config> = {},
): Promise<SignInStage> {
  let world: World | null = null;
  const now = () => world?.clock.now() ?? Date.UTC(2026, 0, 1);
  const sim = await startSimulators({ clock: { now } });
  const base = sim.steam.baseUrl;
  const steam = { base, apiBase: base, apiKey: null };
  const gateway = makeSteamGateway(steamAddresses({ mode: 'demo', steam }), {
    now,
    sleep: () => Promise.reject(new Error('adapters do not sleep')),
  });
  const made = await makeWorld({ features, steam: gateway, config: { steam, ...config } });
  world = made;
  const server = await made.http({ resolveSession: sessionResolver });
  const answer = async (browser: Browser, steamid: string, query = '') => {
    const begun = await browser.get(`/api/auth${query}`);
    const to = begun.headers.get('location') ?? '';
    const carried = await answerToQuery(sim.steam.baseUrl, to.slice(to.indexOf('?') + 1), { steamid });
    return `/api/auth/return?${carried}`;
  };
  return {
    world: made,
    sim,
    server,
    answer,
    browser: () => new Browser(server.url),
    signIn: async (browser, steamid, query, headers) => browser.get(await answer(browser, steamid, query), headers),
    close: async () => {
      await made.close();
      await sim.stop();
    },
  };
}

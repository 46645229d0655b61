/** A cluster under play: thirty clients through nginx who stake, deposit and withdraw at a bounded rate, and what they were answered. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { soak as coinflip } from '../e2e/lib/coinflip/soak.ts';
import { soak as jackpot } from '../e2e/lib/jackpot/soak.ts';
import { Crowd } from '../e2e/lib/soak/crowd.ts';
import { random } from '../e2e/lib/soak/random.ts';
import { Traders, type SteamOffer } from '../e2e/lib/soak/traders.ts';
import { FEATURES, productDeps, readConfig } from '../server/src/app.ts';
import { openPool, type ClosablePool } from '../server/src/platform/database/db.ts';
import { pinoLog, systemClock } from '../server/src/platform/process/system-ports.ts';
import { assemble, type AssembledRunner } from '../server/src/platform/runner/command.ts';
import { join } from 'node:path';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pause, type Cluster } from '../scripts/cluster/cluster.ts';
import { databaseUrl } from '../scripts/cluster/plan.ts';

const MEMBERS = 24;
const TRADERS = 6;
/** Each client waits this long between two actions, plus up to as much again: two cores carry cluster and clients. */
const MEMBER_RESTS_MS = 2_500;
const TRADER_RESTS_MS = 12_000;
const OFFERS_EVERY_MS = 2_000;
/** Its trades are final at once. */
const DOTA = 570;
const ACTIVE = 2;
const TRADE_CENTS = { least: 300, most: 4_000 };

/** A crowd that notes when each stake was acknowledged. */
class TimedCrowd extends Crowd {
  readonly answeredAt: number[] = [];

  override acknowledge(...stake: Parameters<Crowd['acknowledge']>): void {
    this.answeredAt.push(Date.now());
    super.acknowledge(...stake);
  }
}

export class Scene {
  readonly cluster: Cluster;
  readonly origin: string;
  /** As the owner, through HAProxy. */
  readonly db: ClosablePool;
  /** The product's features in this process: grants of play money, invariants. */
  readonly inside: AssembledRunner;
  readonly crowd: TimedCrowd;
  /** Calls that were refused for no reason of the game, or never answered. */
  readonly failed: string[] = [];
  readonly #traders: Traders;
  readonly #next: () => number;
  #playing: Promise<unknown> | null = null;
  #resting = new AbortController();

  constructor(cluster: Cluster, seed: number) {
    const { folder } = cluster.plan;
    this.cluster = cluster;
    this.origin = cluster.origin;
    this.#next = random(seed);
    const url = databaseUrl(cluster.plan, 'owner');
    this.db = openPool({ url, maxConnections: 4, statementTimeoutMs: 0, onIdleError: () => undefined });
    const config = readConfig({
      SIMULATORS_JSON: cluster.simulators.file,
      FAIRPOT_DATA_DIR: join(folder, 'drills'),
      LOG_KEY_FILE: join(folder, 'secrets/log-key'),
      FAIRPOT_RATE_LIMITS: 'off',
    });
    const noop = () => undefined;
    const log = pinoLog('silent', process.stderr);
    const deps = {
      ...productDeps({ config, db: this.db, settler: this.db, clock: systemClock, log }),
      signals: { userUpdated: noop, disconnect: noop },
      client: null,
    };
    this.inside = assemble(deps, FEATURES);
    const priced = ITEM_TYPES.filter(
      ({ priceCents }) => priceCents > TRADE_CENTS.least && priceCents < TRADE_CENTS.most,
    );
    const slugs = priced.map(({ slug }) => slug);
    this.crowd = new TimedCrowd(this, this.#next, slugs, [coinflip, jackpot]);
    const names = priced.filter(({ appId }) => appId === DOTA).map(({ marketHashName }) => marketHashName);
    this.#traders = new Traders(this, seed, new Map([[DOTA, names]]));
  }

  async signUp(): Promise<void> {
    await this.crowd.signUp(MEMBERS);
    await this.#traders.signUp(TRADERS);
  }

  /** Everyone plays until `rest`. */
  play(): void {
    this.#resting = new AbortController();
    setMaxListeners(0, this.#resting.signal);
    const clients = [
      ...Array.from({ length: MEMBERS }, (_, i) => this.#repeat(MEMBER_RESTS_MS, () => this.#stake(i))),
      ...this.#traders.all.map((trader) => this.#repeat(TRADER_RESTS_MS, () => this.#traders.act(trader, DOTA))),
      this.#repeat(OFFERS_EVERY_MS, () => this.#acceptOffers()),
    ];
    this.#playing = Promise.all(clients);
  }

  /** Waits until every call is answered for good. */
  async rest(): Promise<void> {
    this.#resting.abort();
    await this.#playing;
    await this.crowd.repeatUnsure();
  }

  /** Waits until this many more stakes are acknowledged. */
  async untilStaked(count: number, withinMs: number): Promise<void> {
    const { answeredAt } = this.crowd;
    const wanted = answeredAt.length + count;
    const until = Date.now() + withinMs;
    while (answeredAt.length < wanted) {
      if (Date.now() > until) throw new Error(`no ${count} stakes were acknowledged within ${withinMs} ms`);
      await pause(50);
    }
  }

  async simulated<T>(method: string, path: string, body?: object): Promise<T> {
    const { baseUrl, token } = this.cluster.simulators.control;
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-sim-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async #stake(client: number): Promise<void> {
    const game = client % 4 === 0 ? jackpot : coinflip;
    await game.play(this.crowd);
  }

  /** Players accept what the trading account offers them. */
  async #acceptOffers(): Promise<void> {
    const mine = new Set(this.#traders.all.map(({ steamId }) => steamId));
    const { offers } = await this.simulated<{ offers: SteamOffer[] }>('GET', '/_sim/offers');
    for (const { offerId, state, toId } of offers)
      if (state === ACTIVE && mine.has(toId))
        // It may have ended meanwhile.
        await this.simulated('POST', `/_sim/offers/${offerId}/accept`, {}).catch(() => undefined);
  }

  async #repeat(restMs: number, act: () => Promise<void>): Promise<void> {
    const { signal } = this.#resting;
    const waits = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
    await waits(restMs * this.#next());
    while (!signal.aborted) {
      await act().catch((error: unknown) => void this.failed.push(String(error)));
      await waits(restMs * (1 + this.#next()));
    }
  }
}

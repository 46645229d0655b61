/**
 * Every call that the site's own OpenAPI describes x every role, with inputs that are valid except in one place, over HTTP and over a database with
 * one of everything. The site answers or refuses, as the description says of this call; it never fails (5xx), and a GET changes nothing.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../src/platform/runner/feature.ts';
import type { Log } from '../../src/platform/process/ports.ts';
import type { SteamGateway } from '../../src/platform/process/steam-port.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { newPlayer } from '../stages/players.ts';
import type { PlayedSample } from '../plans/case.ts';
import { planCrypto } from '../plans/crypted.ts';
import { playOneOfEach } from '../plans/played.ts';
import { ALL_FEATURES } from '../plans/stage.ts';
import { PLAN_PRICES, PLAN_PUSH } from '../plans/sweep-cases.ts';
import { sweepOnce } from '../plans/sweep-case.ts';
import { makeWorld, type World } from '../world.ts';
import { KnownTexts } from './known-texts.ts';
import { inputsOf, operationsOf, requestOf, sentTo, type FuzzOperation, type FuzzAnswer } from './requests.ts';

const CALLS_IN_ALL = 11_729;
const AT_ONCE = 8;
const FUZZ_MS = 300_000;

/** A Steam that answers, so that a refusal is about the input. */
const EMPTY_STEAM: SteamGateway = {
  signInUrl: () => 'http://127.0.0.1:9/openid/login',
  verifySignIn: () => Promise.resolve({ kind: 'refused', why: 'sign-in disabled' }),
  profiles: () => Promise.resolve({ kind: 'ok', value: [] }),
  inventory: () => Promise.resolve({ kind: 'ok', value: [] }),
  avatar: () => '/art/blank.svg',
};

/** Records why calls failed, by request id: the answer does not show it. */
const failures = new Map<string, string>();
const LOG: Log = {
  child: () => LOG,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: ({ requestId, err }) => void failures.set(String(requestId), String(err)),
};

let world: World;
let played: PlayedSample;
let url: string;
beforeAll(async () => {
  const crypto = planCrypto(() => world.clock.now());
  world = await makeWorld({
    features: ALL_FEATURES,
    log: LOG,
    prices: PLAN_PRICES,
    push: PLAN_PUSH,
    crypto,
    steam: EMPTY_STEAM,
  });
  for (const feature of world.features) await feature.start?.();
  played = await playOneOfEach(world);
  for (const name of ['crypto.rates.coingecko', 'crypto.rates.kraken']) await sweepOnce(world.features, name);
  // Barred under a key that no site has: a server would refuse to start with it.
  await world.db.run(sql`delete from barred_people`);
  ({ url } = await world.http());
}, FUZZ_MS);
afterAll(() => world?.close());

async function roles(): Promise<Readonly<Record<string, Actor | null>>> {
  const codeAt = world.clock.now();
  return {
    guest: null,
    'young USER': await newPlayer(world, { ageConfirmed: false }),
    USER: played.player,
    'other USER': await newPlayer(world),
    SUPPORT: await newPlayer(world, { status: 'SUPPORT', codeAt }),
    MODERATOR: await newPlayer(world, { status: 'MODERATOR', codeAt }),
    ADMIN: { ...played.admin, codeAt },
  };
}

/** A parameter that the router does not take for one: too long, or a step up. The answer is that of an unknown path. */
const isNoCall = (path: string, status: number) => status === 404 && /\/(\.\.?$|[^/?]{201,})/.test(path);

/** What a GET may write: nothing that a player or staff could regret. */
const WRITTEN_BY_GET: Readonly<Record<string, string>> = {
  nodes: 'the node that it runs on is alive',
  steam_inventories: 'a copy of what Steam answered',
  crypto_players: 'a player’s own deposit addresses, made when first shown',
  crypto_wallets: 'the same',
  crypto_networks: 'the same: the next index',
};

/** A digest of every row of every table, by table. */
async function allRows(): Promise<Readonly<Record<string, string>>> {
  const tables = await world.db.many<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`);
  const digests: [string, string][] = [];
  for (const { name } of tables) {
    const text = `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from "${name}" t`;
    digests.push([name, (await world.db.one<{ digest: string }>({ text, values: [] })).digest]);
  }
  return Object.fromEntries(digests);
}

test(
  `${CALLS_IN_ALL} calls of every kind by every role: none fails`,
  async () => {
    const operations = await operationsOf(url);
    const people = Object.entries(await roles()).map(([role, actor]) => ({
      role,
      cookie: actor === null ? '' : world.signedIn(actor),
    }));
    const known = new KnownTexts();
    known.add(played);
    // Collects existing ids from what the site shows: as every role that sees something, with valid inputs.
    const before = await allRows();
    for (const operation of operations.filter(({ method }) => method === 'get')) {
      const [input] = inputsOf(operation, known.oneOf);
      for (const { cookie } of people) known.add((await sentTo(url, requestOf(operation, input), cookie)).answer);
    }

    const after = await allRows();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed.filter((table) => !(table in WRITTEN_BY_GET))).toEqual([]);

    const byStatus = new Map<number, number>();
    const wrong: string[] = [];
    const answered = new Set<string>();
    const note = ({ status, answer, request }: FuzzAnswer, { name, answers }: FuzzOperation, role: string) => {
      if (status === 200) answered.add(name);
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      const isEnvelope = (answer as { success?: unknown } | null)?.success === (status === 200);
      const { requestId = '', message } = (answer ?? {}) as { requestId?: string; message?: string };
      const isDescribed =
        answers.has(status === 200 ? '200' : `${status} ${message}`) || isNoCall(request.path, status);
      if (status < 500 && isEnvelope && isDescribed) return;
      const why = failures.get(requestId) ?? message;
      wrong.push(`${request.method} ${request.path} ${request.body ?? ''} by ${role}: ${status} ${why}`.slice(0, 500));
    };
    const streams = operations
      .flatMap((operation) => people.map((person) => ({ operation, ...person })))
      .map((each, n) => ({ ...each, inputs: inputsOf(each.operation, known.oneOf, n * 11) }));
    let asked = 0;
    const ask = async () => {
      while (asked < CALLS_IN_ALL) {
        asked += 1;
        const stream = streams.shift()!;
        const { operation, cookie, role, inputs } = stream;
        const { value } = inputs.next() as { value: unknown };
        const sent = await sentTo(url, requestOf(operation, value), cookie);
        note(sent, operation, role);
        // A role that is refused outright needs no further calls.
        if (sent.status !== 401 && sent.status !== 403) streams.push(stream);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const counts = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(`fuzz: ${asked} requests to ${operations.length} calls; ${counts.join(', ')}\n`);
    expect(wrong).toEqual([]);
    expect(answered.size).toBeGreaterThan(operations.length / 2);
  },
  FUZZ_MS,
);

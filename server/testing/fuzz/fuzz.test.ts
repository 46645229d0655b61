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
import type { PlayedSample } from '../cases/case.ts';
import { planCrypto } from '../plans/crypted.ts';
import { playOneOfEach } from '../plans/played.ts';
import { ALL_FEATURES, PLAN_PRICES, PLAN_PUSH } from '../plans/plan-world.ts';
import { sweepOnce } from '../cases/sweep-case.ts';
import { makeWorld, type World } from '../world.ts';
import { KnownTexts } from './known-texts.ts';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { isStaffWork } from '@fairpot/contract/wire/permissions';
import { type IdPlace, idPlaces, MALFORMED, unknownId } from './ids.ts';
import { replaced, sampleOf } from './schema.ts';
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
let operations: FuzzOperation[];
let people: { readonly role: string; readonly cookie: string }[];
const known = new KnownTexts();
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
  operations = await operationsOf(url);
  people = Object.entries(await roles()).map(([role, actor]) => ({
    role,
    cookie: actor === null ? '' : world.signedIn(actor),
  }));
  known.add(played);
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

/** Tables that changed since `before`, but for those that a GET may write. */
async function changedSince(before: Readonly<Record<string, string>>): Promise<string[]> {
  const after = await allRows();
  return Object.keys(after).filter((table) => after[table] !== before[table] && !(table in WRITTEN_BY_GET));
}

/** What a refused call may write: that someone tried, and nothing of what they named. */
const WRITTEN_BY_REFUSALS: Readonly<Record<string, string>> = {
  promo_tries: 'counts wrong codes',
  script_tries: 'keeps every try of staff to choose a winner',
  staff_acts: 'records that staff removed no message',
  window_keys: 'the key of the window in which a round would have begun',
};

/** A player and staff with nothing of their own: what USER is shown as theirs is another's. */
const STRANGERS = ['other USER', 'SUPPORT', 'MODERATOR', 'ADMIN'];
/** Commands that end something: what is not there, or no more, is already as the caller wants it. */
const REPEATABLE: Readonly<Record<string, string>> = {
  'chat.remove': 'the answer lists what it removed: nothing',
  'user.endSessions': 'the answer counts what it ended: none',
  'keys.revoke': 'the key is not valid, as asked',
};
/** Calls about what belongs to one player, each with ids of another one. */
const OWNED = [
  ...['support.ticket', 'support.send', 'support.close', 'support.read', 'trades.order', 'crypto.orders'],
  ...['cryptoWithdraw.list', 'cryptoWithdraw.addresses.remove', 'user.endSessions', 'keys.revoke', 'coinflip.cancel'],
  ...['casebattle.cancel', 'market.buy', 'withdraw.steam', 'coinflip.create', 'jackpot.join', 'items.trace'],
];
/** Calls of players in which staff see what is another's, as in their own. */
const STAFF_SEE: readonly string[] = ['items.trace'];
const shown = new Map<string, KnownTexts>();
function shownTo(role: string): KnownTexts {
  const texts = shown.get(role) ?? new KnownTexts(Infinity);
  shown.set(role, texts);
  return texts;
}

/** Ids for one place: unknown, malformed, and in calls of players those that only another player is shown. */
function idsFor({ name }: FuzzOperation, { path, schema }: IdPlace, role: string) {
  const field = String(path.findLast((step) => typeof step === 'string'));
  const own = shownTo(role).shown(field, schema);
  const isOpen = isStaffCall(name) || permissionOf(name) === 'public';
  const maySee = isOpen || (STAFF_SEE.includes(name) && role !== 'other USER');
  const others = maySee ? [] : shownTo('USER').shown(field, schema);
  const theirs = others.filter((id) => !own.includes(id));
  return [
    { kind: 'unknown', id: unknownId(schema) },
    ...theirs.slice(0, 3).map((id) => ({ kind: 'foreign', id }) as const),
    // The shape of an id is the same for every role that may ask.
    ...(['other USER', 'ADMIN'].includes(role) ? MALFORMED : []).map((id) => ({ kind: 'malformed', id }) as const),
  ] as const;
}

/** Refused as the description says; a call about what is `inPath` and does not exist: not found, if this role may ask. */
function isRefused({ status, answer, request }: FuzzAnswer, { answers }: FuzzOperation, inPath: boolean): boolean {
  const { message } = (answer ?? {}) as { message?: string };
  if (inPath && ![401, 403, 404].includes(status)) return false;
  return status >= 400 && status < 500 && (answers.has(`${status} ${message}`) || isNoCall(request.path, status));
}

/** An optional field of a list: an id that nothing has finds nothing. */
const isFilter = ({ method, input }: FuzzOperation, { path: [field] }: IdPlace) =>
  method === 'get' && !(input.required ?? []).includes(String(field));
/** `known` lists all that can be chosen. */
const isEmpty = (answer: unknown) =>
  !/\[[^\]]/.test(JSON.stringify(answer, (name, value: unknown) => (name === 'known' ? null : value)));

const permissionOf = (name: string) => CALLS.find((call) => call.name === name)?.permission ?? 'public';
const isStaffCall = (name: string) => isStaffWork(permissionOf(name));

test(
  'a GET changes nothing, by any role; what it shows are the ids of the other tests',
  async () => {
    const before = await allRows();
    for (const operation of operations.filter(({ method }) => method === 'get'))
      for (const { role, cookie } of people) {
        const inputs = inputsOf(operation, known.oneOf);
        const { answer } = await sentTo(url, requestOf(operation, inputs.next().value), cookie);
        const { answer: listed } = await sentTo(url, requestOf(operation, inputs.next().value), cookie);
        known.add([answer, listed]);
        // What a person is shown without naming it: an answer to another's id would make that id theirs.
        const isList = idPlaces(operation.input).every((place) => isFilter(operation, place));
        if (isList && !isStaffCall(operation.name)) shownTo(role).add(listed);
      }
    expect(await changedSince(before)).toEqual([]);
  },
  FUZZ_MS,
);

test(
  'an unknown, a foreign or a malformed id in any place of any call is refused, and nothing changes',
  async () => {
    const before = await allRows();
    const wrong: string[] = [];
    const asked = { unknown: 0, foreign: 0, malformed: 0 };
    const strangers = people.filter(({ role }) => STRANGERS.includes(role));
    const cases = operations.flatMap((operation) =>
      idPlaces(operation.input).flatMap((place) =>
        strangers.flatMap((person) =>
          idsFor(operation, place, person.role).map((each) => ({ operation, place, ...person, ...each })),
        ),
      ),
    );
    const withForeign = new Set(cases.flatMap(({ kind, operation }) => (kind === 'foreign' ? operation.name : [])));
    const ask = async () => {
      for (let next = cases.shift(); next !== undefined; next = cases.shift()) {
        const { operation, place, role, cookie, kind, id } = next;
        const input = replaced(sampleOf(operation.input, known.oneOf), place.path, id);
        const request = requestOf(operation, input);
        const sent = await sentTo(url, request, cookie);
        asked[kind] += 1;
        const isInPath = operation.path.includes(`{${place.path[0]}}`);
        if (isRefused(sent, operation, kind === 'unknown' && isInPath)) continue;
        const { status, answer } = sent;
        const isNothing = operation.name in REPEATABLE || (isFilter(operation, place) && isEmpty(answer));
        if (status === 200 && isNothing) continue;
        const { requestId = '', message = '' } = (answer ?? {}) as { requestId?: string; message?: string };
        const why = failures.get(requestId) ?? message;
        wrong.push(`${kind} ${operation.name} ${request.path} ${request.body ?? ''} by ${role}: ${status} ${why}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    process.stdout.write(`ids: ${JSON.stringify(asked)}\n`);
    expect.soft(wrong).toEqual([]);
    expect((await changedSince(before)).filter((table) => !(table in WRITTEN_BY_REFUSALS))).toEqual([]);
    expect([...withForeign]).toEqual(expect.arrayContaining(OWNED));
    expect(Math.min(...Object.values(asked))).toBeGreaterThan(30);
  },
  FUZZ_MS,
);

test(
  `${CALLS_IN_ALL} calls of every kind by every role: none fails`,
  async () => {
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

/**
 * Every call x every role, in demo and in live: the status of each. Sent with an unknown field, so an admitted caller is refused for that (400)
 * before anything is done. The table below is written by hand, independent of the contract's.
 */
import type { Call } from '@fairpot/contract/wire/call.schemas';
import type { Permission } from '@fairpot/contract/wire/permissions';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { STAFF_CODE_FRESH_MS } from '@fairpot/contract/staff/calls';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FEATURES } from '../src/app.ts';
import { assemble } from '../src/platform/runner/command.ts';
import type { Runner } from '../src/platform/runner/command.ts';
import type { Actor } from '../src/platform/runner/feature.ts';
import { sql } from '../src/platform/database/sql.ts';
import { admissionStatus } from './admission.ts';
import { makeWorld, type World } from './world.ts';

const ROLES = [
  'guest',
  'young USER',
  'USER',
  'other USER',
  'SUPPORT',
  'MODERATOR',
  'ADMIN',
  'ADMIN without code',
] as const;
type Role = (typeof ROLES)[number];
type Row = Readonly<Record<Role, number>>;

const row = (guest: number, young: number, user: number, support: number, moderator: number, admin: number): Row => ({
  guest,
  'young USER': young,
  USER: user,
  'other USER': user,
  SUPPORT: support,
  MODERATOR: moderator,
  ADMIN: admin,
  'ADMIN without code': admin,
});

/** 400: admitted. */
const DEMO: Readonly<Record<Permission, Row>> = {
  public: row(400, 400, 400, 400, 400, 400),
  session: row(401, 400, 400, 400, 400, 400),
  player: row(401, 403, 400, 400, 400, 400),
  play: row(401, 403, 400, 400, 400, 400),
  tickets: row(401, 403, 403, 400, 400, 400),
  moderate: row(401, 403, 403, 403, 400, 400),
  admin: row(401, 403, 403, 403, 403, 400),
  system: row(401, 403, 403, 403, 403, 403),
};
/** In live staff do not play, and work only with an authenticator code. */
const LIVE: Readonly<Record<Permission, Row>> = {
  ...DEMO,
  play: row(401, 403, 400, 403, 403, 403),
  tickets: { ...DEMO.tickets, 'ADMIN without code': 403 },
  moderate: { ...DEMO.moderate, 'ADMIN without code': 403 },
  admin: { ...DEMO.admin, 'ADMIN without code': 403 },
};
/** Staff calls that are needed to set up or enter a code. */
const BEFORE_A_CODE = ['staff.codes', 'staff.beginCodes', 'staff.begunCodes', 'staff.giveCode'];

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

function runnerOf(mode: 'demo' | 'live'): Runner {
  const { deps } = world;
  const chain = mode === 'live' ? { drandChain: QUICKNET } : {};
  return assemble({ ...deps, ...chain, config: { ...deps.config, mode } }, FEATURES).runner;
}

function actorOf(role: Role): Actor | null {
  if (role === 'guest') return null;
  const now = world.clock.now();
  if (role === 'young USER') return world.actor({ ageConfirmed: false });
  if (role === 'USER' || role === 'other USER') return world.actor();
  if (role === 'ADMIN without code') return world.actor({ status: 'ADMIN' });
  return world.actor({ status: role, codeAt: now });
}

describe.each([
  ['demo', DEMO],
  ['live', LIVE],
] as const)('in %s', (mode, table) => {
  test('every call answers every role as the table says', async () => {
    const runner = runnerOf(mode);
    const wrong: string[] = [];
    let asked = 0;
    for (const call of CALLS.filter(({ name }) => runner.bindings.has(name))) {
      for (const role of ROLES) {
        const before = mode === 'live' && role === 'ADMIN without code' && BEFORE_A_CODE.includes(call.name);
        const expected = before ? 400 : table[call.permission][role];
        const answered = await admissionStatus(runner, call, actorOf(role));
        if (answered !== expected)
          wrong.push(`${call.name} (${call.permission}) to ${role}: ${answered}, not ${expected}`);
        asked += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(700);
  });
});

test('calls that move money or roles require a fresh code', async () => {
  const runner = runnerOf('live');
  const old = world.actor({ status: 'ADMIN', codeAt: world.clock.now() - STAFF_CODE_FRESH_MS });
  const fresh = CALLS.filter(({ code }) => code === 'fresh');
  for (const call of fresh) expect(await admissionStatus(runner, call, old), call.name).toBe(403);
  const names = fresh.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['users.setStatus', 'staff.resetCodes']));
});

describe('staff calls', () => {
  const staffWork = CALLS.filter(({ permission }) => ['tickets', 'moderate', 'admin'].includes(permission));
  const commands = staffWork.filter(({ kind }) => kind === 'command');

  /** Commands of staff without a row in the audit log, and why. */
  const UNLOGGED: Readonly<Record<string, string>> = {
    'coinflip.setWinner': 'demo only; script_tries keeps every try',
    'jackpot.setWinner': 'demo only; script_tries keeps every try',
    'casebattle.setWinner': 'demo only; script_tries keeps every try',
    'admin.tickets.see': 'a read mark: it changes nothing for other people',
  };

  test('are the only ones below /admin and /staff', () => {
    const below = CALLS.filter(({ path }) => /^\/(admin|staff)\//.test(path));
    expect(below.filter((call) => !staffWork.includes(call)).map(({ name }) => name)).toEqual([]);
  });

  test('write a row to the audit log, each command of them', () => {
    const silent = commands.filter(({ act, name }) => !act && !(name in UNLOGGED));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  /** Fields by which a call could set a winner, a draw or a speaker; and which calls may have one, why. */
  const SENSITIVE = /winner|outcome|secret|seed|beacon|ticketNumber|deviation|^side$|^asUser/i;
  const ALLOWED: Readonly<Record<string, string>> = {
    'coinflip.setWinner': 'demo only, only on rounds of staff and personas (rulings 1.3)',
    'jackpot.setWinner': 'demo only, only on rounds of staff and personas (rulings 1.3)',
    'casebattle.setWinner': 'demo only, only on rounds of staff and personas (rulings 1.3)',
  };

  test('cannot set a result: none has such a field', () => {
    const found = staffWork.filter((call) => fieldsOf(call).some((name) => SENSITIVE.test(name)));
    expect(found.map(({ name }) => name).filter((name) => !(name in ALLOWED))).toEqual([]);
  });

  test('in live do not include those that choose a winner', () => {
    const live = runnerOf('live');
    expect(Object.keys(ALLOWED).filter((name) => live.bindings.has(name))).toEqual([]);
  });

  /** Calls that publish a person's words under a name. */
  test('only the chat’s own may show words under another’s name, and only through a house persona', () => {
    const speaking = staffWork.filter((call) => {
      const fields = fieldsOf(call);
      return (
        call.kind === 'command' &&
        fields.includes('message') &&
        fields.some((name) => /^(user|player|author)Id$/.test(name))
      );
    });
    expect(speaking.map(({ path }) => path)).toEqual(['/admin/chat/create']);
  });
});

function fieldsOf({ input }: Call): string[] {
  const shape: unknown = Reflect.get(input, 'shape');
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}

describe('the database', () => {
  const ROLES_OF_THE_SITE = ['fairpot_app', 'fairpot_settler', 'fairpot_trader', 'fairpot_watcher', 'fairpot_signer'];
  /** What a right over a table of results or secrets would allow; and who has it, why. */
  const GUARDED: readonly [table: string, right: string, holder: readonly string[]][] = [
    ['round_secrets', 'select', []],
    ['round_secrets', 'update', []],
    ['round_secrets', 'delete', []],
    ['beacon_outputs', 'insert', ['fairpot_settler']], // verified before it is stored, and again by each reader
    ['beacon_outputs', 'update', []],
    ['settlements', 'insert', ['fairpot_settler']], // recomputed by each browser from published inputs
    ['settlements', 'update', []],
    ['settlements', 'delete', []],
    ['log_leaves', 'update', []],
    ['log_leaves', 'delete', []],
    ['postings', 'update', []],
    ['postings', 'delete', []],
    ['item_moves', 'update', []],
    ['staff_acts', 'update', []],
    ['staff_acts', 'delete', []],
    ['chat_audit', 'update', []],
  ];

  test.each(GUARDED)('%s: %s is limited to %j', async (table, right, holders) => {
    const rows = await world.db.many<{ role: string }>(sql`
      select r as role from unnest(${ROLES_OF_THE_SITE}::text[]) r
      where has_table_privilege(r, ${table}, ${right})
        or has_any_column_privilege(r, ${table}, ${right === 'delete' ? 'update' : right}) and ${right} <> 'delete'
      order by r`);
    expect(rows.map(({ role }) => role)).toEqual(holders);
  });

  test('only two functions with the owner’s rights touch rounds: those that seal and reveal', async () => {
    const rows = await world.db.many<{ name: string; role: string }>(sql`
      select p.proname as name, r as role from pg_proc p cross join unnest(${ROLES_OF_THE_SITE}::text[]) r
      where p.prosecdef and p.pronamespace = 'public'::regnamespace and has_function_privilege(r, p.oid, 'execute')
        and (p.prosrc ~ '\\m(round_secrets|settlements|beacon_outputs|window_keys|rounds|entries)\\M') order by 1, 2`);
    expect(rows.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'round_reveal fairpot_settler', // gives a secret for a settlement whose beacon output is stored
      'round_seals fairpot_app', // gives sealed secrets, which open with the beacon's output alone
      'round_seals fairpot_settler', // as the app, whose rights it has
    ]);
  });
});

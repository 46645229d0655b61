/** The second factor of staff: set up once, required, used once, locked after wrong ones; no secret is stored in clear. */
import { createHash, randomBytes } from 'node:crypto';
import { addPlayer, signIn } from '@fairpot/contract/system/schemas';
import {
  setUpAuthenticator,
  getUnconfirmedAuthenticator,
  submitStaffCode,
  resetStaffCodes,
  staffCodes,
} from '@fairpot/contract/staff/schemas';
import { listUserSessions, setUserStatus } from '@fairpot/contract/staff/users/schemas';
import { STAFF_CODE_CLOSED_MS, STAFF_CODE_FRESH_MS } from '@fairpot/contract/staff/calls';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import type { Status } from '@fairpot/contract/wire/permissions';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../platform/runner/command.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { offsetClock } from '../../../testing/fakes.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { accountsFeature } from '../accounts.feature.ts';
import { sessionResolver } from '../sessions.ts';
import { recoveryHash } from './totp.ts';

const STEP_MS = 30_000;
let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [accountsFeature], config: { mode: 'live' }, drandChain: QUICKNET });
});
afterAll(() => world.close());

let count = 0;
interface StaffPerson {
  readonly id: string;
  /** Signed in again. */
  readonly session: () => Promise<() => Promise<Actor>>;
}

async function person(status: Status, of: World = world): Promise<StaffPerson> {
  const steamid = String(76561198000200000n + BigInt((count += 1)));
  const { playerId } = await of.run(addPlayer, SYSTEM, {
    steamid,
    name: `anna${count}`,
    avatarHash: null,
    status,
    isFake: false,
    ageConfirmed: true,
  });
  const session = async () => {
    const token = randomBytes(32).toString('base64url');
    await of.run(signIn, SYSTEM, {
      steamid,
      nonce: randomBytes(16).toString('hex'),
      sessionId: createHash('sha256').update(token).digest('hex'),
      userAgent: 'test',
      address: '192.0.2.7',
    });
    const resolve = sessionResolver(of.deps);
    return async () => (await resolve(token))?.actor ?? Promise.reject(new Error('signed out'));
  };
  return { id: playerId, session };
}

/** A staff member with an active authenticator: their open session, and its codes. */
async function withCodes(status: Status, of: World = world) {
  const who = await person(status, of);
  const actor = await who.session();
  await of.run(setUpAuthenticator, await actor(), {});
  const { secret, recovery } = await of.run(getUnconfirmedAuthenticator, await actor(), {});
  const code = (offset = 0) => generateSync({ secret, epoch: Math.floor((of.clock.now() + offset) / 1_000) });
  await of.clock.advance(STEP_MS);
  const give = async (text: string, by = actor) => of.run(submitStaffCode, await by(), { code: text });
  expect(await give(code())).toMatchObject({ given: true });
  return { ...who, actor, secret, recovery, code, give };
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('at the first sign-in as staff', () => {
  test('nothing works until an authenticator is set up and its first code was given', async () => {
    const who = await person('ADMIN');
    const actor = await who.session();
    const work = async () => world.refused(listUserSessions, await actor(), { userId: who.id });
    expect(await work()).toBe('STAFF_CODE_NEEDED');
    expect(await world.run(staffCodes, await actor(), {})).toMatchObject({ state: 'none', asked: true, given: false });
    expect(await world.refused(getUnconfirmedAuthenticator, await actor(), {})).toBe('NOT_FOUND');
    expect(await world.refused(submitStaffCode, await actor(), { code: '123456' })).toBe('NOT_FOUND');
    await world.run(setUpAuthenticator, await actor(), {});
    const begun = await world.run(getUnconfirmedAuthenticator, await actor(), {});
    expect(begun.uri).toBe(`otpauth://totp/Fairpot:anna${count}?secret=${begun.secret}&issuer=Fairpot`);
    expect(new Set(begun.recovery).size).toBe(10);
    expect(await work()).toBe('STAFF_CODE_NEEDED');
    const code = generateSync({ secret: begun.secret, epoch: Math.floor(world.clock.now() / 1_000) });
    expect(await world.run(submitStaffCode, await actor(), { code: wrongFor(code) })).toEqual({
      given: false,
      triesLeft: 2,
    });
    expect(await world.run(submitStaffCode, await actor(), { code })).toEqual({ given: true, triesLeft: 3 });
    expect((await world.run(listUserSessions, await actor(), { userId: who.id })).sessions).toHaveLength(1);
    expect(await world.run(staffCodes, await actor(), {})).toMatchObject({
      state: 'on',
      given: true,
      recoveryLeft: 10,
    });
  });

  test('the secret is shown until then and never again, and cannot be replaced', async () => {
    const { actor } = await withCodes('SUPPORT');
    expect(await world.refused(getUnconfirmedAuthenticator, await actor(), {})).toBe('NOT_FOUND');
    expect(await world.refused(setUpAuthenticator, await actor(), {})).toBe('STAFF_CODE_SET');
  });

  test('no row of the database holds a secret, a recovery code or an unconfirmed code in clear', async () => {
    const { secret, recovery, code } = await withCodes('ADMIN');
    const begun = await person('ADMIN');
    const actor = await begun.session();
    await world.run(setUpAuthenticator, await actor(), {});
    const second = await world.run(getUnconfirmedAuthenticator, await actor(), {});
    const tables = await world.db.many<{ name: string }>(sql`
      select tablename as name from pg_tables where schemaname = 'public'`);
    const secrets = [secret, second.secret, ...recovery, ...second.recovery].flatMap((text) => [
      text,
      text.replace('-', ''),
      Buffer.from(text).toString('hex'),
    ]);
    for (const { name } of tables) {
      const rows = await world.db.many<{ text: string }>({
        text: `select t::text as text from "${name}" t`,
        values: [],
      });
      const found = rows.filter((row) => secrets.some((hidden) => row.text.includes(hidden)));
      expect(found, name).toEqual([]);
    }
    expect(code()).toMatch(/^\d{6}$/);
  });
});

describe('a code', () => {
  test('is accepted once, one step early or late, and never an older one after it', async () => {
    const { code, give } = await withCodes('MODERATOR');
    expect(await give(code())).toMatchObject({ given: false });
    await world.clock.advance(2 * STEP_MS);
    expect(await give(code(STEP_MS))).toMatchObject({ given: true });
    expect(await give(code())).toMatchObject({ given: false });
    await world.clock.advance(3 * STEP_MS);
    expect(await give(code(-STEP_MS))).toMatchObject({ given: true });
    await world.clock.advance(3 * STEP_MS);
    expect(await give(code(-2 * STEP_MS))).toMatchObject({ given: false });
  });

  test('of twenty who give the same at once, at two nodes whose clocks are a step apart, one is let in', async () => {
    const one = await withCodes('ADMIN');
    await world.clock.advance(2 * STEP_MS);
    const other = world.node(offsetClock(world.clock, STEP_MS));
    const actor = await one.actor();
    const code = one.code();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? world : other).runner.execute(submitStaffCode, actor, { code }, { key: `${n}` }),
      ),
    );
    const given = tries.filter((t) => t.status === 'fulfilled' && t.value.given);
    expect(given).toHaveLength(1);
    await world.clock.advance(STAFF_CODE_CLOSED_MS);
  });

  test('three wrong ones lock it for half an hour, for right ones and recovery codes too', async () => {
    const { actor, code, give, recovery } = await withCodes('ADMIN');
    await world.clock.advance(2 * STEP_MS);
    for (const left of [2, 1, 0]) expect(await give(wrongFor(code()))).toEqual({ given: false, triesLeft: left });
    for (const text of [code(), recovery[0] ?? '']) {
      expect(await world.refused(submitStaffCode, await actor(), { code: text })).toBe('STAFF_CODE_CLOSED');
    }
    expect((await world.run(staffCodes, await actor(), {})).closedUntil).toBe(world.clock.now() + STAFF_CODE_CLOSED_MS);
    await world.clock.advance(STAFF_CODE_CLOSED_MS - 1);
    expect(await world.refused(submitStaffCode, await actor(), { code: code() })).toBe('STAFF_CODE_CLOSED');
    await world.clock.advance(1);
    expect(await give(code())).toMatchObject({ given: true });
  });

  test('is given to one session: another session of the same person has given none', async () => {
    const { session, id } = await withCodes('ADMIN');
    const second = await session();
    expect(await world.refused(listUserSessions, await second(), { userId: id })).toBe('STAFF_CODE_NEEDED');
  });

  test('is fresh for five minutes', async () => {
    const { actor, give, code } = await withCodes('ADMIN');
    const target = await person('USER');
    await world.clock.advance(STAFF_CODE_FRESH_MS);
    const input = { userId: target.id, status: 'SUPPORT', why: 'a new colleague' };
    expect(await world.refused(setUserStatus, await actor(), input)).toBe('STAFF_CODE_OLD');
    await give(code());
    expect(await world.run(setUserStatus, await actor(), input)).toMatchObject({ status: 'SUPPORT' });
  });
});

describe('recovery', () => {
  test('a recovery code works once, however it is typed', async () => {
    const { actor, give, recovery } = await withCodes('ADMIN');
    const [first = '', second = ''] = recovery;
    expect(await give(first.toUpperCase().replace('-', ' '))).toMatchObject({ given: true });
    expect(await give(first)).toMatchObject({ given: false });
    expect(await give(second.replaceAll('0', 'o').replaceAll('1', 'L'))).toMatchObject({ given: true });
    expect((await world.run(staffCodes, await actor(), {})).recoveryLeft).toBe(8);
  });

  test('another admin can remove an authenticator, with the codes that its sessions gave; not one’s own', async () => {
    const lost = await withCodes('MODERATOR');
    const admin = await withCodes('ADMIN');
    const why = 'lost the telephone';
    expect(await world.refused(resetStaffCodes, await admin.actor(), { userId: admin.id, why })).toBe('FORBIDDEN');
    await world.run(resetStaffCodes, await admin.actor(), { userId: lost.id, why });
    expect(await world.refused(listUserSessions, await lost.actor(), { userId: lost.id })).toBe('STAFF_CODE_NEEDED');
    expect(await world.run(staffCodes, await lost.actor(), {})).toMatchObject({ state: 'none', recoveryLeft: 0 });
    expect(await world.refused(resetStaffCodes, await admin.actor(), { userId: lost.id, why })).toBe('NO_PLAYER');
  });

  test.each(['', '123456', 'u3v9x2ma-7tqn40zr', 'k3v9x2ma-7tqn40z', 'k3v9x2ma-7tqn40zrr'])(
    '%j is no recovery code',
    (text) => {
      expect(recoveryHash(text)).toBeNull();
    },
  );
});

describe('a session of staff in live', () => {
  test('ends after eight hours, and after half an hour without use', async () => {
    const { session } = await person('SUPPORT');
    const idle = await session();
    await world.clock.advance(35 * 60_000 - 1);
    await idle();
    await world.clock.advance(35 * 60_000);
    await expect(idle()).rejects.toThrow('signed out');
    const used = await session();
    for (let minutes = 0; minutes < 480 - 20; minutes += 20) {
      await world.clock.advance(20 * 60_000);
      await used();
    }
    await world.clock.advance(20 * 60_000);
    await expect(used()).rejects.toThrow('signed out');
  });
});

test('in a demo codes are required only of staff who set up an authenticator', async () => {
  const demo = await makeWorld({ features: [accountsFeature] });
  const plain = await person('ADMIN', demo);
  const actor = await plain.session();
  expect((await demo.run(listUserSessions, await actor(), { userId: plain.id })).sessions).toHaveLength(1);
  const careful = await withCodes('ADMIN', demo);
  const second = await careful.session();
  expect(await demo.refused(listUserSessions, await second(), { userId: plain.id })).toBe('STAFF_CODE_NEEDED');
  await demo.close();
});

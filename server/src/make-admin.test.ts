/** `npm run admin` as the operator runs it: in a separate process, with its exit code, its output, and the resulting database. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codesOf } from './accounts/codes/code-store.ts';
import { stepOf } from './accounts/codes/totp.ts';
import { sql } from './platform/database/sql.ts';
import { makeWorld, type World } from '../testing/world.ts';

const STEAMID = '76561198000000301';
/** The process loads the whole product first, which takes a while on a busy machine. */
const MINUTES = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'fairpot-admin-'));
const STAFF_KEY_FILE = join(folder, 'staff-key');

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [] });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A live site's settings, with only the environment variables that a program needs to start. */
const LIVE = {
  FAIRPOT_MODE: 'live',
  FAIRPOT_DATA_DIR: folder,
  PUBLIC_ORIGIN: 'https://fairpot.example',
  STEAM_API_KEY: '0123456789ABCDEF0123456789ABCDE0',
  LOG_KEY_FILE: join(folder, 'log-key'),
  LOG_FOLDER: join(folder, 'log'),
  STAFF_KEY_FILE,
};

/** Runs the command to its end. */
function admin(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const file = join(import.meta.dirname, 'make-admin.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (some: Buffer) => out.push(some));
  child.stderr.on('data', (some: Buffer) => err.push(some));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
  });
}

test(
  'in live: the account is ADMIN with the printed authenticator; after a second run only the newly printed one works',
  async () => {
    const env = { ...LIVE, DATABASE_URL: world.databaseUrl };
    const before = Date.now();
    const first = await admin([STEAMID, '--why', 'the site opens'], env);
    expect(first).toMatchObject({ code: 0, err: '' });
    const [said] = first.out.split('\n');
    const playerId = /^Player 0301 \((ply_[0-9a-z]{26})\) is an ADMIN now\.$/.exec(said ?? '')?.[1] ?? '';
    const secret = secretIn(first.out);
    expect(first.out).toContain(`otpauth://totp/`);
    expect(recoveryIn(first.out)).toHaveLength(10);
    expect(existsSync(STAFF_KEY_FILE)).toBe(true);

    // From the start this ADMIN needs a code of that authenticator.
    const kept = await codesOf(world.db, playerId);
    expect(kept?.confirmedAt).toBeGreaterThanOrEqual(before);
    const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) });
    expect(stepOf(secret, code, Date.now(), 0)).not.toBeNull();

    const again = await admin(['[U:1:39734573]'], env);
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toContain(playerId);
    expect(secretIn(again.out)).not.toBe(secret);
    expect(recoveryIn(again.out).some((one) => recoveryIn(first.out).includes(one))).toBe(false);
    const acts = await world.db.many<{ actor: string; why: string; player: string }>(sql`
    select actor_id as actor, why, player_id as player from staff_acts where act = 'npm run admin' order by id`);
    expect(acts).toEqual([
      { actor: 'machine', why: 'the site opens', player: playerId },
      { actor: 'machine', why: 'the first admin', player: playerId },
    ]);
    const admins = await world.db.many<{ id: string }>(sql`select id from players where status = 'ADMIN'`);
    expect(admins).toEqual([{ id: playerId }]);
  },
  MINUTES,
);

test(
  'wrong arguments and settings: a readable message, exit code 2, and no changes',
  async () => {
    const nowhere = { ...LIVE, DATABASE_URL: 'postgres://nouser@127.0.0.1:9/none' };
    const { STAFF_KEY_FILE: _, ...keyless } = nowhere;
    const [none, force, unset] = await Promise.all([
      admin([], nowhere),
      admin([STEAMID, '--force'], nowhere),
      admin([STEAMID], keyless),
    ]);
    for (const { code, out, err } of [none, force, unset]) {
      expect([code, out]).toEqual([2, '']);
      expect(err).not.toMatch(/^\s+at /m);
    }
    for (const { err } of [none, force]) expect(err).toContain('npm run admin -- STEAMID [--why TEXT]');
    expect(force.err).toContain("'--force'");
    expect(unset.err).toContain('STAFF_KEY_FILE: required in live');
  },
  MINUTES,
);

const secretIn = (text: string): string => /^Secret: ([A-Z2-7]+)$/m.exec(text)?.[1] ?? '';
const recoveryIn = (text: string): string[] => text.split('\n').filter((line) => /^ {2}\S{8,}$/.test(line));

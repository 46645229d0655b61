/**
 * The database is lost and an older copy restored: the start is refused, the operator's command continues the published
 * history, and everyone who saw it (verifier, witness, browser) accepts what follows.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publishCase } from '@fairpot/contract/casebattle/cases/schemas';
import { main as verify } from '@fairpot/fairness/cli/main';
import { LogVerifier } from '@fairpot/fairness/log/log-verify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Arena, CASES, WORTH } from '../../../testing/games/casebattle/arena.fixture.ts';
import { PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';
import { SYSTEM } from '../../platform/runner/command.ts';
import { sql } from '../../platform/database/sql.ts';
import { itemTypeAt } from '../../../testing/item-types.ts';
import { upsertItemTypes } from '../../vault/types.ts';
import { downloaded, type LoggedTable } from '../../../testing/transparency/log.fixture.ts';
import { openSigner } from '../signer.ts';
import { sourceAt } from './published.ts';
import type { RestoreStep } from './restore-log.ts';
import { makeRestoredSite, type RestoredSite } from '../../../testing/transparency/restore/restored.fixture.ts';

const STEPS: readonly RestoreStep[] = ['checked', 'leaves', 'rounds', 'announced', 'voided', 'committed', 'kept'];

let site: RestoredSite;
let table: LoggedTable;
let saved = '';
beforeEach(async () => {
  site = await makeRestoredSite();
  ({ table } = site);
  saved = mkdtempSync(join(tmpdir(), 'fp-saved-'));
});
afterEach(async () => {
  await site.close();
  rmSync(saved, { recursive: true, force: true });
});

const count = async (table_: string) =>
  (await table.world.db.one<{ n: number }>({ text: `select count(*) as n from ${table_}`, values: [] })).n;
const phaseOf = async (id: string) =>
  (await table.world.db.maybe<{ phase: string }>(sql`select phase from rounds where id = ${id}`))?.phase;
/** A node that runs as long as `use` takes. */
async function served<T>(use: (url: string) => Promise<T>): Promise<T> {
  const server = await table.world.http();
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}

/** The verifier's findings on the served log. */
async function verdict() {
  const verifier = new LogVerifier({ acceptSimulated: true });
  const entries = await served((url) => downloaded(`${url}/api/fair/log`));
  const found = [...entries.flatMap((entry) => verifier.add(entry)), ...verifier.finish()];
  return { found, counts: verifier.counts };
}

/** `fairpot-verify` with these arguments: its status and output. */
async function command(args: readonly string[]) {
  let out = '';
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    }),
  );
  try {
    return { status: await verify([...args]), out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Everything that must not change when nothing is written. */
const standing = () =>
  Promise.all(['log_leaves', 'log_entries', 'log_heads', 'restored_rounds', 'item_moves', 'facts'].map(count));

/**
 * Five coinflips at the backup: one waits, and is joined and settled after it; one is locked, and settled after it; one
 * waits, and is cancelled after it; one waits and stays so; one is over. Then one is played and one opened that the
 * backup does not know.
 */
async function losing() {
  const done = await table.lockedGame();
  await table.settle();
  const joined = await table.playerWith([2_000]);
  const joinedId = await table.create(joined.actor, joined.items);
  const back = await table.playerWith([2_000]);
  const backId = await table.create(back.actor, back.items);
  const waits = await table.playerWith([2_000]);
  const waitsId = await table.create(waits.actor, waits.items);
  const locked = await table.lockedGame();
  await table.sequence();
  const before = {
    first: await table.inventory(locked.first),
    second: await table.inventory(locked.second),
    size: await site.publishedSize(),
  };
  await site.backUp();
  const second = await table.playerWith([2_000]);
  await table.join(second.actor, joinedId, second.items);
  await table.cancel(back.actor, backId);
  await table.settle();
  const played = await table.lockedGame();
  await table.settle();
  const opened = await table.playerWith([2_000]);
  const openedId = await table.create(opened.actor, opened.items);
  await site.settleDown();
  const head = await site.publishedSize();
  expect(head).toBe(before.size + 8);
  expect(await site.cosignedSize()).toBe(head);
  return { done, joined, joinedId, back, backId, waits, waitsId, locked, played, openedId, before, head };
}

/** The leaves of the log by the round that they name. */
const leavesOf = (id: string) =>
  table.world.db.many<{ kind: string; why: string | null }>(sql`
    select kind, body::jsonb ->> 'why' as why from log_leaves where round_id = ${id} order by id`);

test('a start is refused, the command continues what was published; verifier, witness, games follow', async () => {
  const lost = await losing();
  await site.restore();
  await expect(site.start()).rejects.toThrow('npm run restore-log');
  const went = await site.goOn();
  expect(went).toEqual({ from: lost.before.size, to: lost.head, ended: 5, voided: 4 });
  await site.start();
  await site.settleDown();

  // What was lost is voided, once; leaves that were put back in the log are here too.
  const why = 'DATABASE_RESTORED';
  for (const id of [lost.joinedId, lost.locked.id]) expect((await leavesOf(id)).at(-1)).toEqual({ kind: 'void', why });
  expect((await leavesOf(lost.played.id)).map(({ kind }) => kind)).toEqual(['open', 'lock', 'result', 'void']);
  expect((await leavesOf(lost.openedId)).map(({ kind }) => kind)).toEqual(['open', 'void']);
  expect((await leavesOf(lost.backId)).map(({ kind }) => kind)).toEqual(['open', 'cancel']);
  expect(
    await Promise.all([lost.joinedId, lost.locked.id, lost.backId, lost.waitsId, lost.openedId].map(phaseOf)),
  ).toEqual(['cancelled', 'voided', 'cancelled', 'open', undefined]);
  expect(await table.inventory(lost.joined.actor)).toEqual(lost.joined.items);
  expect(await table.inventory(lost.back.actor)).toEqual(lost.back.items);
  expect([...(await table.inventory(lost.locked.first))].sort()).toHaveLength(4);
  expect([...(await table.inventory(lost.locked.second))].sort()).toHaveLength(3);

  // Games go on, with numbers of their own; the log holds, and the witness cosigns the continuation of the head it saw.
  const joiner = await table.playerWith([2_000]);
  await table.join(joiner.actor, lost.waitsId, joiner.items);
  await table.lockedGame();
  await table.settle();
  await site.settleDown();
  await table.world.checkInvariants();
  const { found, counts } = await verdict();
  expect(found).toEqual([]);
  expect(counts).toMatchObject({ settled: 3, cancelled: 1, voided: 4, restored: 4, running: 1 });
  const size = await site.publishedSize();
  expect(size).toBeGreaterThan(lost.head);
  expect(await site.cosignedSize()).toBe(size);
  const { key } = await openSigner(table.world.deps);
  const { status, out } = await served((url) => command(['--all', '--site', url, '--log-key', key]));
  expect(out).toContain('4 of them VOIDED BY A RESTORE');
  expect(status).toBe(0);

  const before = await standing();
  expect(await site.goOn()).toEqual({ from: size, to: size, ended: 0, voided: 0 });
  expect(await standing()).toEqual(before);
}, 120_000);

test('killed after any step, it has written nothing or has nothing left to do', async () => {
  const lost = await losing();
  const { place } = await site.keeper();
  const kept = readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'utf8')] as const);
  for (const dies of STEPS) {
    await site.restore();
    const before = await standing();
    const dead = site.goOn({
      onStep: (step) => {
        if (step === dies) throw new Error(`killed at ${step}`);
      },
    });
    await expect(dead, dies).rejects.toThrow(`killed at ${dies}`);
    const isDone = dies === 'committed' || dies === 'kept';
    if (!isDone) expect(await standing(), dies).toEqual(before);
    expect((await site.goOn()).ended, dies).toBe(isDone ? 0 : 5);
    await table.world.checkInvariants();
    expect(await table.inventory(lost.joined.actor), dies).toEqual(lost.joined.items);
    // Reset: the next kill is another run.
    for (const [name, text] of kept) writeFileSync(join(place, name), text);
  }
}, 120_000);

describe('refused, with nothing written, is', () => {
  async function refusing(words: string, go: () => Promise<unknown>) {
    const before = await standing();
    await expect(go()).rejects.toThrow(words);
    expect(await standing()).toEqual(before);
  }

  test('a copy of the leaves that is false, short, or of another log; a correct copy is accepted', async () => {
    const lost = await losing();
    const { key } = await openSigner(table.world.deps);
    await served((url) => command(['--all', '--site', url, '--log-key', key, '--save', saved]));
    await site.restore();
    const { place } = await site.keeper();
    const name = readdirSync(place).find((each) => each.startsWith('leaves-')) ?? '';
    const file = join(place, name);
    const text = readFileSync(file, 'utf8');

    // Someone else's stake: the line is still a leaf.
    writeFileSync(file, text.replace(/\\"cents\\":2000/g, String.raw`\"cents\":2001`));
    expect(readFileSync(file, 'utf8')).not.toBe(text);
    await refusing('do not hash to the head', () => site.goOn());
    const cut = text.split('\n').filter((line) => !line.startsWith(`[${lost.head - 1},`));
    writeFileSync(file, cut.join('\n'));
    await refusing(`Leaf ${lost.head - 1} of the published log is not in`, () => site.goOn());

    const note = readFileSync(join(saved, 'checkpoint'), 'utf8');
    writeFileSync(join(saved, 'checkpoint'), note.replace(`\n${lost.head}\n`, `\n${lost.head - 1}\n`));
    await refusing('does not hold a head that this log', async () => site.goOn({ source: await sourceAt(saved) }));
    writeFileSync(join(saved, 'checkpoint'), note);
    await refusing('published up to', () => site.goOn({ config: { logFolder: null } }));
    expect(await site.goOn({ source: await sourceAt(saved) })).toMatchObject({ to: lost.head, ended: 5 });
    await site.start();
    await site.settleDown();
    expect((await verdict()).found).toEqual([]);
  }, 120_000);

  test('a saved copy without LOG_FOLDER is enough, and is stored from then on', async () => {
    const lost = await losing();
    const { key } = await openSigner(table.world.deps);
    await served((url) => command(['--all', '--site', url, '--log-key', key, '--save', saved]));
    await site.restore();
    rmSync(site.folder, { recursive: true });
    expect(await site.goOn({ source: await sourceAt(saved) })).toMatchObject({ to: lost.head, ended: 5 });
    expect((await (await site.keeper()).read())?.split('\n')[1]).toBe(String(lost.head));
    await site.start();
  }, 120_000);

  test('a site with a running node', async () => {
    await losing();
    await site.restore();
    await table.world.db.run(sql`
      insert into nodes (id, seen_at, visitors, players)
      values ('here', (extract(epoch from clock_timestamp()) * 1000)::bigint, 0, '{}')`);
    await refusing('are running', () => site.goOn());
    await table.world.db.run(sql`delete from nodes`);
    expect((await site.goOn()).ended).toBe(5);
  }, 120_000);
});

test('a dump without secrets: open and locked rounds are voided, not stuck; the log says they are gone', async () => {
  const done = await table.lockedGame();
  await table.settle();
  const waits = await table.playerWith([2_000]);
  const waitsId = await table.create(waits.actor, waits.items);
  const locked = await table.lockedGame();
  await site.settleDown();
  const { first, second } = await table.lockedGame();
  await table.sequence();
  await table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from round_secrets`);
  });
  expect(await phaseOf(locked.id)).toBe('settled');
  // The jackpot's open round is one of them too.
  expect(await site.goOn()).toMatchObject({ ended: 3, voided: 3 });
  await site.start();
  await site.settleDown();
  expect(await phaseOf(waitsId)).toBe('cancelled');
  expect(await table.inventory(waits.actor)).toEqual(waits.items);
  expect(await table.inventory(first)).toHaveLength(4);
  expect(await table.inventory(second)).toHaveLength(3);
  expect(await phaseOf(done.id)).toBe('settled');
  const { found, counts } = await verdict();
  expect(found).toEqual([]);
  expect(counts).toMatchObject({ restored: 3, settled: 2 });
  expect(await count('stuck_rounds')).toBe(0);
}, 60_000);

test('a pot and battles: every stake is returned once, and a lost drop table keeps its name', async () => {
  const { world } = table;
  const pot = new PotTable(world);
  const arena = new Arena(world);
  await upsertItemTypes(world.db, WORTH.map(itemTypeAt), world.clock.now());
  for (const each of [CASES.mixed, CASES.coin]) await world.runner.execute(publishCase, SYSTEM, each);
  await world.sweepAll();
  const { id: potId } = await pot.round();
  const first = await pot.entered([500, 400]);
  const [one, two, three] = await arena.players(3, 10_000);
  if (!one || !two || !three) throw new Error('three players');
  const open = await arena.create(one);
  const running = await arena.create(two);
  await arena.join(three, running, 1);
  await table.sequence();
  await site.backUp();

  await world.runner.execute(publishCase, SYSTEM, { ...CASES.mixed, priceUsd: 1.71 });
  const second = await pot.entered([1_500]);
  await arena.join(three, open, 1);
  await pot.pass(60_000);
  for (let n = 0; n < 4; n += 1) await pot.pass(20_000);
  await site.settleDown();
  expect(await phaseOf(potId)).toBe('settled');
  expect(await phaseOf(open)).toBe('settled');

  await site.restore();
  const went = await site.goOn();
  expect(went.voided).toBeGreaterThanOrEqual(4);
  await site.start();
  expect(await phaseOf(potId)).toBe('cancelled');
  expect(await table.inventory(first.actor)).toEqual(first.items);
  expect(await phaseOf(running)).toBe('voided');
  for (const player of [one, two, three])
    expect(await arena.balances(player)).toMatchObject({ available: 10_000, hold: 0 });
  expect(second.items).toHaveLength(1);

  // The version that was announced and lost exists again, so the next one takes another name.
  const { version } = await world.runner.execute(publishCase, SYSTEM, { ...CASES.mixed, priceUsd: 1.72 });
  expect(version).toBe(3);
  await site.settleDown();
  await pot.entered([500]);
  await pot.entered([700]);
  await pot.pass(60_000);
  for (let n = 0; n < 4; n += 1) await pot.pass(20_000);
  await site.settleDown();
  const { found, counts } = await verdict();
  expect(found).toEqual([]);
  expect(counts.restored).toBe(went.voided);
}, 120_000);

test('the command as a process: it continues, then has nothing to do', async () => {
  await losing();
  await site.restore();
  const env = {
    ...process.env,
    DATABASE_URL: table.world.databaseUrl.replace('@/', '@localhost/'),
    LOG_FOLDER: site.folder,
    LOG_LEVEL: 'error',
  };
  const cli = join(import.meta.dirname, '../../restore-log.ts');
  const run = () => promisify(execFile)(process.execPath, ['--import', 'tsx', cli], { env });
  expect((await run()).stdout).toContain('5 rounds ended with all stakes returned; 4 of them are voided');
  expect((await run()).stdout).toContain('Nothing to do');
}, 120_000);

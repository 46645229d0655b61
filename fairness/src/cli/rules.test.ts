/**
 * Every manipulation of a log that the operator could make up and sign again, in one table (testing/tamperings): what a
 * verifier can know is refused by name, with honest twins that hold; the rest holds by itself, and is refused with the
 * evidence named for it. docs/assurance.md gives the count.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LOG_KEY, signLeaves, termsLeaf } from '../testing/logs.ts';
import { ends, locks } from '../testing/tamperings/ends.ts';
import { cases, players } from '../testing/tamperings/offers.ts';
import { outside } from '../testing/tamperings/outside.ts';
import { results } from '../testing/tamperings/results.ts';
import { changed, early, one, played, terms, two } from '../testing/tamperings/rounds.ts';
import { seals } from '../testing/tamperings/seals.ts';
import { cosign, cosignerKey, formatCosignerKey, withSignatures } from '../tree/cosignature.ts';
import { parseNote, publicKeyOf } from '../tree/note.ts';
import { main } from './main.ts';

const witness = { name: 'witness.test/ann', secretKey: new Uint8Array(32).fill(3) };
const witnessKey = formatCosignerKey(cosignerKey(witness.name, publicKeyOf(witness.secretKey)));
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairpot-rules-'));
  await writeFile(join(folder, 'policy'), `log ${LOG_KEY}\nwitness ann ${witnessKey}\nquorum ann\n`);
});
afterAll(() => rm(folder, { recursive: true }));

/** The command's output for these leaves, signed. */
async function verdictOn(
  leaves: readonly string[],
  ...args: readonly string[]
): Promise<{ status: number; out: string }> {
  const file = join(folder, 'signed.log');
  await writeFile(file, `${signLeaves(leaves)}\n${leaves.map((leaf) => `${leaf}\n`).join('')}`);
  let out = '';
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    }),
  );
  try {
    return { status: await main(['--all', '--from', file, '--log-key', LOG_KEY, ...args]), out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const SIGNED = [
  ['locks and beacons', locks],
  ['ends without a result', ends],
  ['seals', seals],
  ['players', players],
  ['cases', cases],
  ['results and rounds', results],
] as const;

describe.each(SIGNED)('%s', (_what, list) => {
  test.each(list)('%s', async (_name, leaves, finding) => {
    const { status, out } = await verdictOn(leaves);
    if (finding === null) expect(out).toMatch(/^OK {3}.*: the whole log holds$/m);
    else expect(out).toMatch(finding);
    expect(status).toBe(finding === null ? 0 : 1);
  });
});

describe('what a log cannot show by itself', () => {
  /** Evidence of an outsider, as arguments; the cosigned heads are in the log's folder. */
  async function evidence(truth: readonly string[], at: number | undefined): Promise<string[]> {
    const note = signLeaves(truth);
    const seen = join(folder, 'seen');
    await writeFile(seen, note);
    if (at === undefined) return ['--seen', seen];
    const cosigned = withSignatures(note, [cosign(parseNote(note).text, witness, at)]);
    await writeFile(join(folder, 'signed.log.cosigned.json'), JSON.stringify([cosigned]));
    return ['--witness-policy', join(folder, 'policy'), '--require-witness'];
  }

  test.each(outside)('$name: needs $needs', async ({ leaves, truth, at, finding }) => {
    expect(await verdictOn(leaves), 'no evidence').toMatchObject({ status: 0 });
    const { status, out } = await verdictOn(leaves, ...(await evidence(truth, at)));
    expect(out).toMatch(finding);
    expect(status).toBe(1);
  });

  test('an honest log holds with a timely witness, and with a kept head', async () => {
    const leaves = [terms, ...played(one)];
    const before = Math.floor(one.lockedAt / 1_000) + 1;
    expect(await verdictOn(leaves, ...(await evidence(leaves.slice(0, 3), before)))).toMatchObject({ status: 0 });
    expect(await verdictOn(leaves, ...(await evidence(leaves.slice(0, 3), undefined)))).toMatchObject({ status: 0 });
  });
});

test('the count in docs/assurance.md', () => {
  const refused = SIGNED.flatMap(([, list]) => list.filter(([, , finding]) => finding !== null));
  expect([refused.length, outside.length]).toEqual([56, 12]);
  const all = [...SIGNED.flatMap(([, list]) => list.map(([name]) => name)), ...outside.map(({ name }) => name)];
  expect(new Set(all).size, 'no two of one name').toBe(all.length);
});

describe('names, not lists', () => {
  test('a log that knows fewer games than this build', async () => {
    expect((await verdictOn([termsLeaf({ fees: { coinflip: 500 } }), ...played(one)])).status).toBe(0);
  });

  test('a game that this build does not know is counted, and its lock is checked against the rules of every lock', async () => {
    const fees = { coinflip: 500, crash: 300 };
    const open = changed(two.open, { game: 'crash', feeBps: 300, roundId: 'rnd_crash', number: 1 });
    const cancel = changed(one.refund('cancel', 'EXPIRED', early), { game: 'crash', roundId: 'rnd_crash' });
    const leaves = [termsLeaf({ fees }), ...played(one), open, cancel];
    expect((await verdictOn(leaves)).out).toContain('1 settled, 1 cancelled');
    const gap = [
      termsLeaf({ fees }),
      changed(open, { number: 2, openedAt: 1_780_000_000_000 }),
      changed(open, { number: 3, roundId: 'rnd_c', hash: '01'.repeat(32) }),
    ];
    expect((await verdictOn(gap)).out).toMatch(/^FAIL leaf 1: crash round number 1 is missing$/m);
    const locked = await verdictOn([...leaves.slice(0, 5), changed(two.lock, { game: 'crash', roundId: 'rnd_crash' })]);
    expect(locked.out).toMatch(/^FAIL leaf 5: rnd_crash: locked at a fee of 500 bps, opened at 300$/m);
  });

  test('a leaf of fp/1, and a game without a valid name, are not part of this log', async () => {
    expect((await verdictOn([changed(terms, { v: 'fp/1' })])).out).toContain(
      'FAIL leaf 0: not a leaf of fp/2: leaf.v: not "fp/2"',
    );
    expect((await verdictOn([terms, changed(one.open, { game: 'Coin flip' })])).out).toContain(
      'leaf.game: not the name of a game',
    );
    expect((await verdictOn([termsLeaf({ fees: { 'Coin flip': 5 } })])).out).toContain(
      'leaf.fees.Coin flip: unknown field',
    );
  });
});

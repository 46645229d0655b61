/**
 * The log and its witnesses over real HTTP: cosigned, served, proven; and witnesses that are unreachable, slow,
 * dishonest, or ahead.
 */
import { getLogHead, getLogProof, getLogWitnesses, listCosigned } from '@fairpot/contract/log/schemas';
import { fromBase64 } from '@fairpot/fairness/encoding/base64';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { openCheckpoint, parseLogProof, verifyLogProof } from '@fairpot/fairness/tree/checkpoint';
import {
  cosign,
  cosignaturesOn,
  cosignerKey,
  formatCosignerKey,
  parseCosignerKey,
} from '@fairpot/fairness/tree/cosignature';
import { leafHash, verifyInclusion } from '@fairpot/fairness/tree/merkle';
import { parseNote, parseVerifierKey, publicKeyOf } from '@fairpot/fairness/tree/note';
import { evaluateNote, parsePolicy } from '@fairpot/fairness/tree/policy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { makeLoggedTable, type LoggedTable } from '../../../testing/transparency/log.fixture.ts';
import { openSigner } from '../signer.ts';
import { publishedHead } from '../store.ts';
import {
  forget,
  makeActor,
  makeWitness,
  policyOf,
  type ScriptedResponse,
  type TestWitness,
} from '../../../testing/transparency/witnesses/witness.fixture.ts';

let table: LoggedTable;
let witness: TestWitness;

/** A table whose log these witnesses watch. */
async function watched(policy: string): Promise<void> {
  table = await makeLoggedTable({ witnessPolicy: policy });
}
/** Gives the witness the log's key, which did not exist before the log. */
async function introduce(): Promise<void> {
  const { key } = await openSigner(table.world.deps);
  await witness.stop();
  witness = await witness.again({ logs: [key] });
}
const stored = () =>
  table.world.db.many<{ size: number; witness: string }>(sql`
    select size, witness from log_cosignatures order by size`);
const base = async () => `${(await table.world.http()).url}/api/fair/log`;
/** Runs the log's sweeps by hand until nothing is left, with the clock moved past any pause. */
async function settleDown(): Promise<void> {
  await table.world.clock.advance(31_000);
  await table.world.sweepAll();
}
async function newLeaf(): Promise<string> {
  const { actor, items } = await table.playerWith([2_000]);
  return table.create(actor, items);
}

describe('a witness that watches', () => {
  beforeEach(async () => {
    witness = await makeWitness();
    await watched(policyOf([witness]));
    await introduce();
    await table.world.sweepAll();
  });
  afterEach(async () => {
    await table.world.close();
    await witness.stop();
    forget(witness);
  });

  test('cosigns each head; checkpoint, head and view carry it', async () => {
    await newLeaf();
    await table.world.sweepAll();
    const note = await (await fetch(`${await base()}/checkpoint`)).text();
    const { quorum, checkpoint } = evaluateNote(parsePolicy(policyOf([witness])), note, {
      logKey: parseVerifierKey((await openSigner(table.world.deps)).key),
    });
    expect([quorum, checkpoint.size]).toEqual([true, 2]);
    expect((await table.world.run(getLogHead, null, {})).checkpoint).toBe(note);
    expect((await stored()).map(({ size }) => size)).toEqual([1, 2]);
    const view = await table.world.run(getLogWitnesses, null, {});
    expect(view).toMatchObject({ simulated: true, policy: policyOf([witness]) });
    expect(view.witnesses).toMatchObject([
      { name: `simulated witness ${witness.name}`, key: witness.vkey, last: { size: 2, checkpoint: note } },
    ]);
    expect(Math.abs((view.witnesses[0]?.last?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('proves a lock by the first head that it cosigned, in the API and as a file', async () => {
    const { id } = await table.lockedGame();
    await table.world.sweepAll();
    for (let n = 0; n < 3; n += 1) {
      await newLeaf();
      await table.world.sweepAll();
    }
    const { leaves, witnessed, head } = await table.world.run(getLogProof, null, { roundId: id });
    const lock = leaves.find(({ kind }) => kind === 'lock');
    const { size, root } = openCheckpoint(witnessed?.checkpoint ?? '', parseVerifierKey(head.key));
    expect(size).toBeLessThan(head.size);
    const path = (witnessed?.path ?? []).map(fromBase64);
    expect(verifyInclusion(leafHash(utf8(lock?.body ?? '')), witnessed?.index ?? -1, size, path, root)).toBe(true);
    expect(cosignaturesOn(witnessed?.checkpoint ?? '', [parseCosignerKey(witness.vkey)])).toHaveLength(1);
    const file = await (await fetch(`${await base()}/proof/${id}/lock`)).text();
    expect(verifyLogProof(file, utf8(lock?.body ?? ''), parseVerifierKey(head.key)).size).toBe(size);
    expect(parseLogProof(file).checkpoint).toBe(witnessed?.checkpoint);
  });

  test('is asked again while nothing grows, so that its time advances', async () => {
    const timeOf = async () => (await table.world.run(getLogWitnesses, null, {})).witnesses[0]?.last?.at ?? 0;
    const before = await timeOf();
    await witness.stop();
    witness = await witness.again({ now: () => Math.floor(before / 1_000) + 33 });
    await settleDown();
    expect(await timeOf()).toBe(before + 33_000);
    expect(await stored(), 'the first one stays').toHaveLength(1);
    expect((await fetch(`${await base()}/checkpoint`).then((answer) => answer.text())).split('\u2014')).toHaveLength(3);
  });

  test('all cosigned heads can be listed, page by page', async () => {
    for (let n = 0; n < 3; n += 1) {
      await newLeaf();
      await table.world.sweepAll();
    }
    const { checkpoints, next } = await table.world.run(listCosigned, null, {});
    expect(next).toBeNull();
    expect(checkpoints.map((note) => note.split('\n')[1])).toEqual(['1', '2', '3', '4']);
    expect((await table.world.run(listCosigned, null, { after: 2 })).checkpoints).toEqual(checkpoints.slice(2));
  });

  test('unreachable for a while: the log continues, and it catches up from its last size', async () => {
    await witness.stop();
    for (let n = 0; n < 5; n += 1) {
      await newLeaf();
      await table.world.sweepAll();
    }
    expect((await publishedHead(table.world.db))?.size).toBe(6);
    expect((await stored()).map(({ size }) => size)).toEqual([1]);
    witness = await witness.again();
    await settleDown();
    expect((await stored()).map(({ size }) => size)).toEqual([1, 6]);
  });

  test('whose response was lost: it reports its size, and is proven from there', async () => {
    await table.world.db.transaction(async (tx) => {
      // As if the response to the first head had been lost.
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`delete from log_cosignatures`);
      await tx.run(sql`delete from log_witnesses`);
    });
    await newLeaf();
    await table.world.sweepAll();
    expect((await stored()).map(({ size }) => size)).toEqual([2]);
  });

  test('refuses a second history, and none of it is stored', async () => {
    await newLeaf();
    await table.world.sweepAll();
    const before = await stored();
    await table.world.db.transaction(async (tx) => {
      // The operator rewrites the second leaf, its tile and its head, and has his own server sign it.
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`update log_tiles set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) where level = 0`);
      await tx.run(sql`delete from log_heads where size = 2`);
    });
    const { rootFrom } = await import('../edge.ts');
    const signer = await openSigner(table.world.deps);
    const root = Buffer.from(await rootFrom(table.world.db, 2));
    await table.world.db.run(sql`
      insert into log_heads (size, root, at, note, published_at)
      values (2, ${root}, 1, ${signer.sign({ size: 2, root })}, 1)`);
    await table.world.clock.advance(31_000);
    const { signal } = new AbortController();
    const sweep = table.world.features
      .flatMap((each) => each.sweeps ?? [])
      .find(({ name }) => name.includes('witness'));
    expect(await sweep?.run(signal)).toBe(0);
    expect(witness.said.join()).toContain('signed two roots for 2 leaves');
    expect(await stored()).toEqual(before);
  });

  test('the tables refuse deletion', async () => {
    for (const statement of [sql`update log_cosignatures set time = 1`, sql`delete from log_cosignatures`])
      await expect(table.world.db.run(statement), statement.text).rejects.toThrow('only added to');
  });
});

describe('a faulty witness', () => {
  const own = { name: 'actor.test/w', secretKey: new Uint8Array(32).fill(4) };
  const vkey = formatCosignerKey(cosignerKey(own.name, publicKeyOf(own.secretKey)));
  const textIn = (body: string) => parseNote(body.slice(body.indexOf('\n\n') + 2)).text;
  let asked = 0;

  /** Runs the log's sweeps once with a witness that acts like this; returns what was stored of it. */
  async function storedOf(act: ScriptedResponse): Promise<number> {
    asked = 0;
    const actor = await makeActor((body) => {
      asked += 1;
      return act(body);
    });
    await watched(policyOf([{ url: actor.url, vkey }]));
    try {
      await newLeaf();
      await table.world.sweepAll();
      expect((await publishedHead(table.world.db))?.size, 'the log goes on').toBe(2);
      const view = await table.world.run(getLogWitnesses, null, {});
      expect(view.witnesses).toHaveLength(1);
      return (await stored()).length;
    } finally {
      await table.world.close();
      await actor.stop();
    }
  }

  test('an honest one, for comparison', async () => {
    const text = async (body: string) => ({ status: 200, text: cosign(textIn(body), own, 1_700_000_000) });
    expect(await storedOf(text)).toBeGreaterThan(0);
  });

  test.each<[string, ScriptedResponse]>([
    [
      'signs something else',
      async (body) => ({ status: 200, text: cosign(textIn(body).replace(/\n\d+\n/, '\n9\n'), own, 5) }),
    ],
    [
      'signs with another key',
      async (body) => ({ status: 200, text: cosign(textIn(body), { ...own, secretKey: new Uint8Array(32) }, 5) }),
    ],
    ['answers nothing', async () => ({ status: 200, text: '' })],
    ['answers noise', async () => ({ status: 200, text: 'ok\n' })],
    ['answers without end', async () => ({ status: 200, text: 'x'.repeat(1_000_000) })],
    ['names a size that is none', async () => ({ status: 409, text: 'many\n' })],
    ['names a size beyond the log', async () => ({ status: 409, text: '1000\n' })],
    ['names another size each time', async () => ({ status: 409, text: `${asked % 2}\n` })],
    ['refuses', async () => ({ status: 422, text: 'no\n' })],
    ['does not know the log', async () => ({ status: 404, text: '' })],
    ['is broken', async () => ({ status: 500, text: '' })],
  ])('a witness that %s', async (_name, act) => {
    expect(await storedOf(act)).toBe(0);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(20);
  });

  test('a slow one delays neither the log nor the others', async () => {
    witness = await makeWitness();
    const slow = await makeActor(() => new Promise(() => undefined));
    await watched(policyOf([{ url: slow.url, vkey }, witness], 'any'));
    await introduce();
    const server = await table.world.http({ sweeping: true });
    try {
      await newLeaf();
      const isCosigned = async () => {
        await table.world.clock.advance(1_000);
        return (await stored()).some(({ size }) => size === 2);
      };
      await expect.poll(isCosigned, { timeout: 15_000 }).toBe(true);
      expect((await fetch(`${server.url}/api/fair/log/checkpoint`)).status).toBe(200);
    } finally {
      await table.world.close();
      await slow.stop();
      await witness.stop();
      forget(witness);
    }
  });
});

test('without a policy no witness watches, and the page says so', async () => {
  table = await makeLoggedTable();
  try {
    await table.world.sweepAll();
    expect(await table.world.run(getLogWitnesses, null, {})).toEqual({ policy: null, simulated: true, witnesses: [] });
    expect((await table.world.run(listCosigned, null, {})).checkpoints).toEqual([]);
  } finally {
    await table.world.close();
  }
});

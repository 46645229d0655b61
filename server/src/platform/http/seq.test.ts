/** What an answer says that it contains: `x-fairpot-seq`, by which a page knows that it has missed nothing. */
import { SEQ_HEADER } from '@fairpot/contract/wire/position';
import { query } from '@fairpot/contract/wire/call.schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createWallet, wallet, put, read } from '../../../testing/wallet.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld, type World } from '../../../testing/world.ts';
import { sql } from '../database/sql.ts';
import type { RunningServer } from '../process/server.ts';
import { onQuery, type Feature } from '../runner/feature.ts';

const slow = query({ ...read, name: 'wallet.slow', path: '/wallet/slow', input: z.strictObject({}) });
/** What happens between the reading of an answer and its sending. */
let meanwhile = () => Promise.resolve();
const slowFeature = (): Feature => ({
  name: 'slow',
  bindings: [
    onQuery(slow, async ({ db }) => {
      const answer = await db.one<{ total: number }>(sql`select total from wallet`);
      await meanwhile();
      return answer;
    }),
  ],
});

let world: World;
let writer: RunningServer;
let reader: RunningServer;
beforeAll(async () => {
  world = await makeWorld({ features: [wallet, slowFeature] });
  await createWallet(world.db);
  [writer, reader] = await Promise.all([world.http(), world.http()]);
});
afterAll(() => world.close());

async function answer() {
  const reply = await fetch(`${reader.url}/api${slow.path}`);
  const { response } = (await reply.json()) as { response: { total: number } };
  return { total: response.total, seq: BigInt(reply.headers.get(SEQ_HEADER) ?? '-1') };
}

/** Each fact of the wallet has its total as version. */
const facts = () =>
  world.db.many<{ total: number; seq: string }>(
    sql`select version as total, xid::text || lpad(id::text, 12, '0') as seq from facts order by facts.xid, facts.id`,
  );

const newestFact = async () => BigInt((await facts()).at(-1)?.seq ?? 0);

test('every fact up to the named one is in the answer, also if more is published while it is made', async () => {
  meanwhile = async () => {
    await writer.runner.execute(put, world.actor(), { amount: 1 });
    meanwhile = () => Promise.resolve();
    const newest = await newestFact();
    await until(async () => (await answer()).seq >= newest);
  };
  const { total, seq } = await answer();
  const contained = (await facts()).filter((fact) => BigInt(fact.seq) <= seq);
  expect(total).toBe((await facts()).length - 1);
  expect(contained.length).toBeLessThanOrEqual(total);
});

test('the named one is soon the newest', async () => {
  await writer.runner.execute(put, world.actor(), { amount: 1 });
  const newest = await newestFact();
  await until(async () => (await answer()).seq >= newest);
});

test('a command names none: its answer is about itself', async () => {
  const reply = await fetch(`${writer.url}/api${put.path}`, {
    method: 'POST',
    body: '{"amount":1}',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'seq-1',
      cookie: world.signedIn(world.actor()),
    },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get(SEQ_HEADER)).toBeNull();
});

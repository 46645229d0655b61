/** The smallest possible feature: one wallet, filled by commands, read by a query. Tests of the platform run on it. */
import { command, query, StaffReason } from '@fairpot/contract/wire/call.schemas';
import { z } from 'zod';
import { onCommand, onReplicaQuery } from '../src/platform/runner/feature.ts';
import type { Feature } from '../src/platform/runner/feature.ts';
import { refuse } from '../src/platform/runner/refused.ts';
import { APP } from '../src/platform/database/roles.ts';
import { sql } from '../src/platform/database/sql.ts';
import type { Db } from '../src/platform/database/sql.ts';

const Amount = z.strictObject({
  amount: z.number().int().min(1).max(100),
  tag: z.string().optional(),
  list: z.array(z.string()).optional(),
});
const Total = z.object({ total: z.number().int() });
const shape = { summary: 'For tests', input: Amount, output: Total } as const;

export const put = command({ ...shape, name: 'wallet.put', path: '/wallet/put', permission: 'player' });
export const putAsked = command({ ...shape, name: 'wallet.putAsked', path: '/wallet/asked', permission: 'player' });
export const putYoung = command({ ...shape, name: 'wallet.putYoung', path: '/wallet/young', permission: 'session' });
export const putAdmin = command({ ...shape, name: 'wallet.putAdmin', path: '/wallet/admin', permission: 'admin' });
export const putSystem = command({ ...shape, name: 'wallet.putSystem', path: '/wallet/system', permission: 'system' });
export const putAct = command({
  ...shape,
  input: Amount.extend({ why: StaffReason }),
  name: 'wallet.putAct',
  path: '/wallet/act',
  permission: 'moderate',
  act: true,
});
export const putFresh = command({
  ...shape,
  name: 'wallet.putFresh',
  path: '/wallet/fresh',
  permission: 'admin',
  code: 'fresh',
});
export const read = query({
  name: 'wallet.read',
  path: '/wallet/total/:unit',
  summary: 'For tests',
  permission: 'public',
  input: z.strictObject({ unit: z.enum(['cents', 'usd']), plus: z.coerce.number().int().optional() }),
  output: Total,
  limit: { max: 3, perMs: 3_000 },
});

export const wallet = (): Feature => ({
  name: 'wallet',
  bindings: [
    ...[put, putYoung, putAdmin, putFresh, putSystem].map((call) =>
      onCommand(call, async ({ tx, emit, actor }, { amount, tag }) => {
        const { total } = await tx.one<{ total: number }>(
          sql`update wallet set total = total + ${amount} returning total`,
        );
        const playerId = tag === 'mine' ? actor.id : null;
        const topic = playerId === null ? 'chat' : 'player';
        emit({ topic, playerId, subject: 'wallet', version: total, type: 'wallet.put', body: { tag: tag ?? null } });
        await misbehave(tx, tag);
        return { total };
      }),
    ),
    onCommand(putAct, async ({ tx, act }, { amount, tag }) => {
      const { total } = await tx.one<{ total: number }>(
        sql`update wallet set total = total + ${amount} returning total`,
      );
      if (tag !== 'unnoted') act({ playerId: 'ply_1', subject: 'wallet', details: { amount } });
      await misbehave(tx, tag);
      return { total };
    }),
    onCommand(putAsked, {
      before: (_ctx, { amount }) => Promise.resolve(amount),
      run: async ({ tx, emit, before: amount }) => {
        const { total } = await tx.one<{ total: number }>(
          sql`update wallet set total = total + ${amount} returning total`,
        );
        emit({ topic: 'chat', subject: 'wallet', version: total, type: 'wallet.put', body: {} });
        return { total };
      },
    }),
    onReplicaQuery(read, async ({ db }, { plus = 0 }) => {
      const { total } = await db.one<{ total: number }>(sql`select total from wallet`);
      return { total: total + plus };
    }),
  ],
  presenters: [
    {
      topic: 'coinflip',
      present: (_db, facts) =>
        Promise.resolve(facts.map(({ type, version }) => (version === 0 ? null : { type, version }))),
    },
  ],
  invariants: [
    {
      name: 'wallet',
      check: async (db) => (await db.many(sql`select 1 from wallet where total < 0`)).map(() => 'is negative'),
    },
  ],
});

/** Faults of a handler, by the tag of the input. */
async function misbehave(tx: Db, tag: string | undefined): Promise<void> {
  if (tag === 'refuse') refuse('ITEM_TOO_CHEAP', { min: '1.00' });
  if (tag === 'sql-refuse') await tx.one(sql`select refuse('ITEM_TOO_CHEAP', '{"min": "2.00"}')`);
  if (tag === 'bug') throw new Error('a bug with a secret in it');
  if (tag === 'swallow') await tx.one(sql`select 1 / 0`).catch(() => undefined);
  if (tag === 'negative') await tx.run(sql`update wallet set total = -1`);
}

/** The wallet's table, in a world's own database. */
export async function createWallet(db: Db): Promise<void> {
  await db.run({ text: 'create table wallet (total bigint not null)', values: [] });
  await db.run({ text: 'insert into wallet values (0)', values: [] });
  await db.run({ text: `grant select, update on wallet to ${APP}`, values: [] });
}

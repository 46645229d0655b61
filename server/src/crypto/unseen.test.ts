/**
 * Unseen money, credited by two staff members: what they see, and that a mistake of the first does not block the player's money for
 * good. With real chains: chain-watcher/src/audit.test.ts.
 */
import { STATUSES } from '@fairpot/contract/wire/permissions';
import {
  closeCryptoIncident,
  creditUnseenMoney,
  listCryptoIncidents,
  refuseUnseenMoney,
} from '@fairpot/contract/crypto/incidents/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';

let till: Till;
beforeAll(async () => {
  till = await makeTill();
  await till.watcher.run(sql`select crypto_start('tron', 100, 'block 100', 1)`);
});
afterAll(() => till.close());

const admin = () => newPlayer(till.world, { status: 'ADMIN' });
const [RIGHT, WRONG] = ['ef'.repeat(32), 'ee'.repeat(32)];
const asking = (incidentId: number, txid = RIGHT) => ({ incidentId, txid, why: 'seen in an explorer' });

/** Reports the balance of an address as the watcher does, this many times. */
async function weighed(address: string, units: string, times: number): Promise<void> {
  const held = JSON.stringify([{ coin: 'TRX', units, spent: false }]);
  for (let n = 0; n < times; n += 1)
    await till.watcher.run(sql`
      select crypto_weighed('tron', 100, 'block 100', ${address}, ${held}::jsonb, 3600000, ${till.world.clock.now()})`);
}

/** An address that a contract sent 40 TRX to; reported twice, so it is an incident. */
async function unseen() {
  const player = await till.player();
  const { wallet } = await till.order(player, 'TRX');
  await weighed(wallet, '40000000', 2);
  const seen = async () => {
    const { incidents } = await till.world.run(listCryptoIncidents, await admin(), {});
    const found = incidents.find(({ user }) => user?.id === player.id);
    if (found === undefined) throw new Error('no incident was opened');
    return found;
  };
  return { player, wallet, seen, id: (await seen()).id };
}

test('staff see what the watcher reports, its worth, and who requested the credit; not the transaction', async () => {
  const { player, wallet, seen, id } = await unseen();
  const said = { coinName: 'TRX', chainCoin: '40', paidCoin: '0', moreCoin: '40', worthUsd: 10.8 };
  expect(await seen()).toMatchObject({
    kind: 'UNSEEN_MONEY',
    holds: false,
    unseen: { address: wallet, said, asked: null },
  });
  const one = await admin();
  await till.world.run(creditUnseenMoney, one, asking(id));
  const asked = await seen();
  expect(asked.unseen?.asked).toMatchObject({
    by: { id: one.id },
    why: 'seen in an explorer',
    coinName: 'TRX',
    moreCoin: '40',
  });
  expect(JSON.stringify(asked)).not.toContain(RIGHT);
  // Without a believed rate there is an amount in coins but none in dollars.
  till.silent = true;
  await till.world.clock.advance(6 * 60_000);
  expect((await seen()).unseen?.said).toMatchObject({ moreCoin: '40', worthUsd: null });
  till.silent = false;
  await till.sweep();
  // More arrived in the meantime: the requested amount differs from the reported one, and both are shown.
  await weighed(wallet, '55000000', 1);
  expect((await seen()).unseen).toMatchObject({ said: { moreCoin: '55' }, asked: { moreCoin: '40' } });
  expect(await till.world.refused(creditUnseenMoney, await admin(), asking(id))).toBe('UNSEEN_OTHER');
  // The watcher reports a match again: there is nothing to credit.
  await weighed(wallet, '0', 1);
  expect((await seen()).unseen?.said).toBeNull();
  expect(await till.world.refused(creditUnseenMoney, await admin(), asking(id))).toBe('UNSEEN_GONE');
  await till.world.run(closeCryptoIncident, one, { incidentId: id, why: 'the node was wrong' });
  expect(await till.cash(player)).toBe(0);
});

test('a mistake of the first is withdrawn by either of them and requested again: credited once', async () => {
  const { player, seen, id } = await unseen();
  const [one, two] = [await admin(), await admin()];
  const no = { incidentId: id, why: 'another transaction' };
  expect(await till.world.refused(refuseUnseenMoney, two, no)).toBe('NOT_FOUND');
  await till.world.run(creditUnseenMoney, one, asking(id, WRONG));
  expect(await till.world.refused(creditUnseenMoney, two, asking(id))).toBe('UNSEEN_OTHER');
  await till.world.run(refuseUnseenMoney, two, no);
  expect((await seen()).unseen?.asked).toBeNull();
  await till.world.run(creditUnseenMoney, two, asking(id, WRONG));
  await till.world.run(refuseUnseenMoney, two, no);
  await till.world.run(creditUnseenMoney, two, asking(id));
  await till.sweep();
  expect(await till.cash(player)).toBe(0);
  expect(await till.world.run(creditUnseenMoney, one, asking(id))).toMatchObject({ approvals: 2 });
  // A credit approved by two is final, even against direct writes.
  expect(await till.world.refused(refuseUnseenMoney, two, no)).toBe('NOT_FOUND');
  await expect(till.world.deps.db.run(sql`delete from crypto_unseen where incident_id = ${id}`)).rejects.toThrow(
    'would become another one',
  );
  await till.sweep();
  expect(await till.cash(player)).toBe(1_080);
  const acts = await till.world.db.many<{ act: string; playerId: string }>(sql`
    select act, player_id as "playerId" from staff_acts where subject = ${`UNSEEN_MONEY ${id}`} order by id`);
  const [credit, refuse] = ['crypto.incidents.credit', 'crypto.incidents.refuse'];
  expect(acts.map(({ act }) => act)).toEqual([credit, refuse, credit, refuse, credit, credit]);
  expect(acts.map(({ playerId }) => playerId)).toEqual(acts.map(() => player.id));
});

test('an approval and a rejection at the same moment: credited or withdrawn, never both', async () => {
  const { player, id } = await unseen();
  const [one, two, three] = [await admin(), await admin(), await admin()];
  await till.world.run(creditUnseenMoney, one, asking(id));
  const { runner } = till.world;
  const [yes, no] = await Promise.allSettled([
    runner.execute(creditUnseenMoney, two, asking(id), { key: 'yes' }),
    runner.execute(refuseUnseenMoney, three, { incidentId: id, why: 'not sure' }, { key: 'no' }),
  ]);
  await till.sweep();
  const credited = yes.status === 'fulfilled' && (yes.value as { approvals: number }).approvals === 2;
  expect(await till.cash(player)).toBe(credited ? 1_080 : 0);
  // If the rejection came first, the approval becomes a new request, which moves nothing.
  expect(no.status).toBe(credited ? 'rejected' : 'fulfilled');
});

test('only ADMIN may act, never about the own address, and only on an open incident', async () => {
  const { player, id } = await unseen();
  const no = { incidentId: id, why: 'not this one' };
  await till.world.run(creditUnseenMoney, await admin(), asking(id));
  for (const status of STATUSES.filter((each) => each !== 'ADMIN')) {
    const actor = await newPlayer(till.world, { status });
    expect(await till.world.refused(refuseUnseenMoney, actor, no)).toBe('FORBIDDEN');
    expect(await till.world.refused(creditUnseenMoney, actor, asking(id))).toBe('FORBIDDEN');
  }
  expect(await till.world.refused(refuseUnseenMoney, { ...player, status: 'ADMIN' }, no)).toBe('FORBIDDEN');
  expect(await till.world.refused(creditUnseenMoney, { ...player, status: 'ADMIN' }, asking(id))).toBe('FORBIDDEN');
  expect(await till.world.refused(refuseUnseenMoney, null, no)).toBe('SIGNED_OUT');
  expect(await till.world.refused(creditUnseenMoney, null, asking(id))).toBe('SIGNED_OUT');
  expect(await till.world.refused(creditUnseenMoney, await admin(), asking(77_777))).toBe('NOT_FOUND');
  expect(await till.world.refused(refuseUnseenMoney, await admin(), { ...no, incidentId: 77_777 })).toBe('NOT_FOUND');
});

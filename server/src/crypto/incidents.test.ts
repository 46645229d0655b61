/** How staff see and close incidents: who may, what is recorded, and what continues afterwards. */
import { STATUSES } from '@fairpot/contract/wire/permissions';
import { closeCryptoIncident, listCryptoIncidents } from '@fairpot/contract/crypto/incidents/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';

let till: Till;
beforeAll(async () => {
  till = await makeTill();
});
afterAll(() => till.close());

const staff = async (status: (typeof STATUSES)[number]) => ({ ...(await till.player()), status });
const open = async (input: { closed?: 'true' } = {}) =>
  (await till.world.run(listCryptoIncidents, await staff('ADMIN'), input)).incidents;

/** An address whose credited payment has left the chain. */
async function held() {
  const player = await till.player();
  const { wallet } = await till.order(player, 'BTC');
  const { txid } = await till.show('BTC', wallet, 20_000n, { height: 500 });
  await till.confirm('bitcoin', 505);
  await till.sweep();
  await till.watcher.run(sql`select crypto_lost('bitcoin', array[${txid}::text], ${till.world.clock.now()})`);
  const [incident] = await open();
  if (incident === undefined) throw new Error('no incident was opened');
  return { player, wallet, txid, incident };
}

test('listed newest first with the player concerned; closed with a reason and a name; credits to the address continue', async () => {
  const { player, wallet, txid, incident } = await held();
  expect(incident).toMatchObject({
    kind: 'LOST_AFTER_CREDIT',
    network: 'bitcoin',
    txid,
    user: { id: player.id },
    holds: true,
    closedAt: null,
    closedBy: null,
  });
  await till.show('BTC', wallet, 20_000n, { height: 506 });
  await till.confirm('bitcoin', 510);
  await till.sweep();
  const before = await till.cash(player);
  const admin = await staff('ADMIN');
  const why = 'the player has sent it again';
  const closed = await till.world.run(closeCryptoIncident, admin, { incidentId: incident.id, why });
  expect(closed).toMatchObject({ id: incident.id, holds: false, closedBy: { id: admin.id }, why });
  // Closing moves no money; the next run of the books does, for what has arrived in the meantime.
  expect(await till.cash(player)).toBe(before);
  await till.sweep();
  expect(await till.cash(player)).toBeGreaterThan(before);
  expect((await open()).map(({ id }) => id)).not.toContain(incident.id);
  expect((await open({ closed: 'true' }))[0]).toMatchObject({ id: incident.id, closedBy: { id: admin.id }, why });
  // The chain still lacks the first payment. A person decided about it, so it is not opened again.
  await till.watcher.run(sql`select crypto_lost('bitcoin', array[${txid}::text], ${till.world.clock.now()})`);
  expect((await open()).map(({ id }) => id)).not.toContain(incident.id);
});

test('which staff statuses may list and close', async () => {
  const { incident } = await held();
  const input = { incidentId: incident.id, why: 'looked into' };
  for (const status of STATUSES) {
    const actor = await staff(status);
    const lists = status === 'MODERATOR' || status === 'ADMIN';
    if (lists) expect((await till.world.run(listCryptoIncidents, actor, {})).incidents.length).toBeGreaterThan(0);
    else expect(await till.world.refused(listCryptoIncidents, actor, {})).toBe('FORBIDDEN');
    if (status !== 'ADMIN') expect(await till.world.refused(closeCryptoIncident, actor, input)).toBe('FORBIDDEN');
  }
  expect(await till.world.refused(listCryptoIncidents, null, {})).toBe('SIGNED_OUT');
  expect(await till.world.refused(closeCryptoIncident, null, input)).toBe('SIGNED_OUT');
});

test('refuses to close incidents about the own address, without a reason, or closed already', async () => {
  const { player, incident } = await held();
  const own = { ...player, status: 'ADMIN' as const };
  const input = { incidentId: incident.id, why: 'all is well' };
  expect(await till.world.refused(closeCryptoIncident, own, input)).toBe('FORBIDDEN');
  const admin = await staff('ADMIN');
  for (const why of ['', '   ', 'x'.repeat(301)])
    expect(await till.world.refused(closeCryptoIncident, admin, { ...input, why })).toBe('BAD_INPUT');
  expect(await till.world.refused(closeCryptoIncident, admin, { ...input, incidentId: 999_999 })).toBe('NOT_FOUND');
  const ends = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      till.world.runner.execute(closeCryptoIncident, admin, input, { key: `close ${n}` }),
    ),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await till.world.refused(closeCryptoIncident, admin, input)).toBe('NOT_FOUND');
});

test('the app can only close an incident, not change it', async () => {
  const { incident } = await held();
  const { db } = till.world.deps;
  await expect(db.run(sql`update crypto_incidents set detail = 'nothing'`)).rejects.toThrow('permission denied');
  await expect(db.run(sql`delete from crypto_incidents`)).rejects.toThrow('permission denied');
  const half = sql`
    update crypto_incidents set closed_at = 1, closed_by = ${till.world.actor().id} where id = ${incident.id}`;
  await expect(db.run(half)).rejects.toThrow();
});

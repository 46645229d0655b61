/** Codes of orders: six random characters, of which a busy site draws one twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemRandom } from '../platform/process/system-ports.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';

const CODE_BYTES = 8;
/** What codes are drawn from first. */
const drawn: Uint8Array[] = [];

let desk: TradeDesk;
beforeAll(async () => {
  const bytes = (count: number) => (count === CODE_BYTES && drawn.shift()) || systemRandom.bytes(count);
  desk = await makeTradeDesk({ random: { bytes } });
});
afterAll(() => desk.close());

test('a code that another order has is drawn again', async () => {
  const same = new Uint8Array(CODE_BYTES).fill(7);
  drawn.push(same);
  const first = await desk.player();
  const { code } = await desk.order(first, await desk.deposit(first, [1_000]));
  expect(code).toBe('D-777777');
  drawn.push(same, same, new Uint8Array(CODE_BYTES).fill(8));
  const second = await desk.player();
  expect((await desk.order(second, await desk.deposit(second, [1_000]))).code).toBe('D-888888');
  expect(drawn).toEqual([]);
});

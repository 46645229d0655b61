import { describe, expect, test } from 'vitest';
import { started } from '../../testing/harness.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** The wallet's pages, submitting the form of the page that was shown last. */
async function wallet() {
  const sims = await started();
  const base = sims.crypto.wallet;
  const get = (path: string) => fetch(`${base}/${path}`, { redirect: 'manual' });
  const open = async (bill: Record<string, string>) => {
    const html = await (await get(`pay?${new URLSearchParams(bill).toString()}`)).text();
    const pageId = /name="sim\.page" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const press = (change: Record<string, string> = {}) =>
      get(`pay?${new URLSearchParams({ ...bill, 'sim.page': pageId, ...change }).toString()}`);
    return { html, press };
  };
  return { sims, get, open };
}

const BILL = { coin: 'USDT', address: TRON, amount: '10.25' };

describe('the simulated wallet', () => {
  test('shows the payment, makes it once, and names the transaction', async () => {
    const { sims, get, open } = await wallet();
    const { html, press } = await open(BILL);
    expect(html).toContain(TRON);
    expect(html).toContain('value="10.25"');
    const paid = await press();
    expect(paid.status).toBe(303);
    const receipt = await (await get(paid.headers.get('location') ?? '')).text();
    const txid = /[0-9a-f]{64}/.exec(receipt)?.[0] ?? '';
    expect(receipt).toContain('10.25 USDT sent');
    sims.chains.tron.chain.mine(1);
    const info = await fetch(`${sims.crypto.tron}/wallet/gettransactioninfobyid?value=${txid}`);
    expect(await info.json()).toMatchObject({ id: txid });
    // The same page a second time is a page again, not a payment.
    expect((await press()).status).toBe(200);
  });

  test('anyone can see what an address holds; without an address, nothing', async () => {
    const { get, sims } = await wallet();
    const shown = async (network: string, address: string) =>
      (await get(`held?${new URLSearchParams({ network, address }).toString()}`)).text();
    expect(await shown('tron', BILL.address)).toContain('0 USDT');
    await sims.chains.pay({ coin: 'USDT', address: BILL.address, units: 1_500_000n, kind: 'plain' });
    expect(await shown('tron', BILL.address)).toContain('1.5 USDT');
    expect(await shown('bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toContain('0 BTC');
    for (const [network, address] of [
      ['tron', '<b>'],
      ['bitcoin', BILL.address],
      ['ethereum', 'x'],
      ['doge', BILL.address],
    ] as const)
      expect(await shown(network, address)).toContain('There is no such address');
  });

  test('a form that was never shown pays nothing', async () => {
    const { get } = await wallet();
    const made = await get(`pay?${new URLSearchParams({ ...BILL, 'sim.page': 'x'.repeat(16) }).toString()}`);
    expect(made.status).toBe(200);
    expect((await get(`paid/${'x'.repeat(16)}`)).status).toBe(404);
  });

  test('an impossible payment says why: invalid amounts, and an address of another chain', async () => {
    const { open } = await wallet();
    for (const amount of ['', 'ten', '-1', '0', '0.000000', '1.1234567', '1e3', '1,5']) {
      const { press } = await open(BILL);
      const answer = await press({ amount });
      expect([amount, answer.status, (await answer.text()).includes('Not paid')]).toEqual([amount, 200, true]);
    }
    const { press } = await open({ ...BILL, coin: 'BTC', amount: '0.001' });
    expect(await (await press()).text()).toContain('Not paid');
  });

  test('a link without a coin or an address is refused', async () => {
    const { get } = await wallet();
    for (const change of [{ coin: 'DOGE' }, { coin: 'toString' }, { address: '<script>' }, { address: '' }]) {
      const answer = await get(`pay?${new URLSearchParams({ ...BILL, ...change }).toString()}`);
      expect(answer.status).toBe(400);
      expect(await answer.text()).not.toContain('<script>');
    }
  });
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../../start.ts';
import { getJson, started } from '../../testing/harness.ts';

const NOON = 1_790_000_000_000;
const GECKO = '/api/v3/simple/price?ids=tron,tether,bitcoin,ethereum&vs_currencies=usd&include_last_updated_at=true';
const KRAKEN = '/0/public/Ticker?pair=TRXUSD,USDTUSD,XBTUSD,ETHUSD';
const Gecko = z.record(z.string(), z.object({ usd: z.number(), last_updated_at: z.number() }));
const Kraken = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: z.array(z.string()) })),
});

const ask = async (sims: Simulators, path: string) => (await getJson(`${sims.crypto.rates}${path}`)).body;

test('two sources in their own shapes, equal to some percent and not to the cent', async () => {
  const sims = await started({ clock: { now: () => NOON } });
  const first = Gecko.parse(await ask(sims, GECKO));
  const { result } = Kraken.parse(await ask(sims, KRAKEN));
  expect(Object.keys(first)).toEqual(['tron', 'tether', 'bitcoin', 'ethereum']);
  expect(Object.keys(result)).toEqual(['TRXUSD', 'USDTZUSD', 'XXBTZUSD', 'XETHZUSD']);
  const apart = Number(result['XXBTZUSD']?.c[0]) / (first['bitcoin']?.usd ?? 0) - 1;
  expect(Math.abs(apart)).toBeGreaterThan(0);
  expect(Math.abs(apart)).toBeLessThan(0.01);
  expect((first['tron']?.last_updated_at ?? 0) * 1_000).toBeGreaterThan(NOON - 60_001);
  const unknown = z.object({ error: z.array(z.string()) }).parse(await ask(sims, '/0/public/Ticker?pair=NOPE'));
  expect(unknown.error).toEqual(['EQuery:Unknown asset pair']);
});

test('faults: one source is off by a factor of ten, lacks a coin, is stale, or is unavailable', async () => {
  const sims = await started({ clock: { now: () => NOON } });
  const { faults } = sims;
  const bitcoin = async () =>
    z.record(z.string(), z.looseObject({ usd: z.unknown() })).parse(await ask(sims, GECKO))['bitcoin'];
  const usual = (await bitcoin())?.usd;
  faults.set('coingecko', 'spike', {}, 1);
  expect((await bitcoin())?.usd).toBe(Number(usual) * 10);
  faults.set('coingecko', 'missing', {}, 1);
  expect(await bitcoin()).toBe(undefined);
  faults.set('coingecko', 'text', {}, 1);
  expect((await bitcoin())?.usd).toBe('a lot');
  faults.set('coingecko', 'stale', { minutes: 6 }, 1);
  expect(Number((await bitcoin())?.['last_updated_at'])).toBeLessThan(NOON / 1_000 - 300);
  faults.set('coingecko', '429');
  expect((await getJson(`${sims.crypto.rates}${GECKO}`)).status).toBe(429);
  expect((await getJson(`${sims.crypto.rates}${KRAKEN}`)).status).toBe(200);
});

/** The two rate sources over real HTTP on this machine: their formats, and everything that can be wrong with an answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfigWith, type PartSource } from '../../platform/process/config.ts';
import { FakeClock } from '../../../testing/fakes.ts';
import { makeCrypto, readCrypto } from './crypto-config.ts';
import { coingecko, kraken } from './rates.ts';

let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

const says = (body: unknown, status = 200) => {
  answer = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};
const clock = new FakeClock();
/** Longer than the first call takes on a busy machine. */
const PATIENCE_MS = 8_000;
const first = () => coingecko(base, PATIENCE_MS).read();
const second = (withinMs = PATIENCE_MS) => kraken(base, clock, withinMs).read();
const gecko = (usd: unknown, last_updated_at: unknown = 1_767_225_600) => ({ bitcoin: { usd, last_updated_at } });
const ticker = (last: unknown) => ({ error: [], result: { XXBTZUSD: { c: [last, '0.1'] } } });

test('both are read in millionths of a dollar; the first includes its time, the second is current', async () => {
  says({
    ...gecko(67_187.33),
    tron: { usd: 0.270001, last_updated_at: 1_767_225_601 },
    dogecoin: { usd: 1, last_updated_at: 1 },
  });
  expect(await first()).toEqual({
    kind: 'ok',
    value: [
      { coin: 'TRX', micro: 270_001, quotedAt: 1_767_225_601_000 },
      { coin: 'BTC', micro: 67_187_330_000, quotedAt: 1_767_225_600_000 },
    ],
  });
  says(ticker('67187.33000'));
  expect(await second()).toEqual({
    kind: 'ok',
    value: [{ coin: 'BTC', micro: 67_187_330_000, quotedAt: clock.now() }],
  });
});

describe('an invalid figure is dropped', () => {
  test.each([[0], [-5], ['67187'], [null], [1e300], [0.0000001]])('%s of the first', async (usd) => {
    says(gecko(usd));
    expect(await first()).toEqual({ kind: 'ok', value: [] });
  });
  test('one without its time', async () => {
    says(gecko(5, null));
    expect(await first()).toEqual({ kind: 'ok', value: [] });
  });
  test.each([['0.0'], ['-5'], ['1e5'], [67_187], ['NaN'], ['']])('%s of the second', async (last) => {
    says(ticker(last));
    expect(await second()).toEqual({ kind: 'ok', value: [] });
  });
});

describe('unavailable', () => {
  test.each([
    ['too many requests', { status: {} }, 429],
    ['a server error', 'oops', 500],
    ['a page', '<html>', 200],
    ['another shape', { bitcoin: 5, error: ['EQuery:Unknown asset pair'] }, 200],
    ['half an answer', '{"bitcoin":{"usd":1', 200],
  ])('%s', async (_, body, status) => {
    says(body, status);
    expect([(await first()).kind, (await second()).kind]).toEqual(['unavailable', 'unavailable']);
  });
  test('a redirect, a hang and a dropped connection', async () => {
    answer = (_, response) => void response.writeHead(302, { location: `${base}/elsewhere` }).end();
    expect((await first()).kind).toBe('unavailable');
    answer = () => undefined;
    expect(await second(500)).toEqual({ kind: 'unavailable', why: 'no answer in 500 ms' });
    answer = (request) => void request.socket.destroy();
    expect((await first()).kind).toBe('unavailable');
  });
});

describe('which coins are offered', () => {
  const read = (source: Partial<PartSource>) => {
    const problems: string[] = [];
    const { crypto } = readCrypto({ mode: 'demo', env: {}, simulators: null, ...source }, problems);
    return { crypto, problems };
  };
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-keys-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const keys = [{ key: 'ab'.repeat(32), by: null }];
  const files = { keys: join(folder, 'keys.json'), file: join(folder, 'signed') };
  writeFileSync(files.keys, JSON.stringify(keys));
  writeFileSync(files.file, '');
  const signed = { keys, file: files.file };
  const simulated = {
    crypto: { xpubs: { tron: 'xpub1', bitcoin: 'xpub2' }, rates: 'http://127.0.0.1:9/', signed: files },
  };

  test('a demo: what the simulators offer, and nothing without them', () => {
    expect(read({}).crypto).toEqual({ xpubs: {}, rates: null, signed: null });
    const { crypto, problems } = read({ simulators: simulated });
    const rates = { coingecko: 'http://127.0.0.1:9', kraken: 'http://127.0.0.1:9' };
    expect([crypto, problems]).toEqual([{ xpubs: { tron: 'xpub1', bitcoin: 'xpub2' }, rates, signed }, []]);
    expect(makeCrypto({ crypto }, clock).rates.map(({ name }) => name)).toEqual(['coingecko', 'kraken']);
  });

  test('a demo refuses real keys and rates of another machine', () => {
    expect(read({ env: { TRON_XPUB: 'xpub' } }).problems).toEqual([expect.stringContaining('TRON_XPUB')]);
    const elsewhere = { crypto: { ...simulated.crypto, rates: 'https://api.coingecko.com' } };
    expect(read({ simulators: elsewhere }).problems).toEqual([expect.stringContaining('crypto.rates')]);
    const wrong = { crypto: { xpubs: { dogecoin: 'xpub' }, rates: 'http://127.0.0.1:9' } };
    expect(read({ simulators: wrong }).problems.join()).toContain('crypto');
  });

  test('live: the coins whose keys are set, with the public sources', () => {
    expect(read({ mode: 'live' }).crypto).toEqual({ xpubs: {}, rates: null, signed: null });
    const env = { BTC_XPUB: 'zpub', CRYPTO_ADDRESS_KEYS: files.keys, CRYPTO_SIGNED_ADDRESSES: files.file };
    const { crypto, problems } = read({ mode: 'live', env, simulators: simulated });
    expect([crypto.signed, problems]).toEqual([signed, []]);
    expect(crypto.xpubs).toEqual({ bitcoin: 'zpub' });
    expect(crypto.rates?.coingecko).toBe('https://api.coingecko.com');
  });

  test('live shows only addresses signed by its offline key: it does not start without the files', () => {
    const live = (env: Record<string, string>) => read({ mode: 'live', env: { BTC_XPUB: 'zpub', ...env } }).problems;
    expect(live({})).toEqual([expect.stringContaining('CRYPTO_ADDRESS_KEYS')]);
    const named = { CRYPTO_ADDRESS_KEYS: files.keys, CRYPTO_SIGNED_ADDRESSES: join(folder, 'nowhere') };
    expect(live(named)).toEqual([expect.stringContaining('CRYPTO_ADDRESS_KEYS')]);
    expect(live({ CRYPTO_ADDRESS_KEYS: files.file, CRYPTO_SIGNED_ADDRESSES: files.file })).toEqual([
      expect.stringContaining('is not a list of keys'),
    ]);
  });

  test('is part of the product’s configuration', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairpot-crypto-'));
    const file = join(folder, 'addresses.json');
    writeFileSync(file, '{}');
    expect(() => readConfigWith({ SIMULATORS_JSON: file }, readCrypto)).toThrow('SIMULATORS_JSON');
    rmSync(folder, { recursive: true });
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { describe, expect, test } from 'vitest';
import { TEST_CHAIN } from '../../../testing/beacon.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { ConfigRefused, readConfig, readConfigWith } from './config.ts';
import { isLoopback } from './outside-urls.ts';

const LIVE = {
  FAIRPOT_MODE: 'live',
  PUBLIC_ORIGIN: 'https://fairpot.example',
  STEAM_API_KEY: '0123456789ABCDEF0123456789ABCDEF',
  LOG_KEY: '0123456789abcdef'.repeat(3) + 'fedcba9876543210',
  STAFF_KEY: '0123456789abcdef'.repeat(3) + '76543210fedcba98',
  LOG_FOLDER: '/srv/fairpot-log',
  DATABASE_URL: 'postgres://db/fairpot',
};

function simulatorsFile(changes: object = {}): string {
  const file = join(temporaryFolder(), 'simulators.json');
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const addresses = { steam: at(1), steamApi: at(2), drand: at(3), drandChain: TEST_CHAIN };
  writeFileSync(file, JSON.stringify({ ...addresses, ...changes }));
  return file;
}

const WITNESS = 'w.example/1+0c86045d+BAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB';

/** A policy of one witness at this address. */
function policyFile(url: string): string {
  const file = join(temporaryFolder(), 'policy');
  writeFileSync(file, `witness one ${WITNESS} ${url}\nquorum one\n`);
  return file;
}

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigRefused) return error.problems;
    throw error;
  }
  return [];
}

describe('accepts', () => {
  test('a demo without settings: it contacts no outside service', () => {
    const config = readConfig({ PORT: '' });
    expect(config).toMatchObject({ mode: 'demo', port: 3000, host: '0.0.0.0', databaseUrl: null, rateLimits: true });
    for (const base of [config.steam.base, config.steam.apiBase, config.drand.base]) {
      expect(isLoopback(base)).toBe(true);
    }
  });

  test('a demo on the simulators given by the launcher', () => {
    const config = readConfig({ SIMULATORS_JSON: simulatorsFile() });
    expect(config.steam).toEqual({ base: 'http://127.0.0.1:1', apiBase: 'http://127.0.0.1:2', apiKey: null });
    expect(config.drand).toEqual({ base: 'http://127.0.0.1:3', chain: TEST_CHAIN });
  });

  test('a demo with the launcher’s simulated wallet, on this machine only; live has none', () => {
    expect(readConfig({ SIMULATORS_JSON: simulatorsFile() }).walletBase).toBeNull();
    const wallet = simulatorsFile({ wallet: 'http://127.0.0.1:4/' });
    expect(readConfig({ SIMULATORS_JSON: wallet }).walletBase).toBe('http://127.0.0.1:4');
    expect(problems({ SIMULATORS_JSON: simulatorsFile({ wallet: 'https://pay.example' }) })).toEqual([
      expect.stringContaining('SIMULATORS_JSON wallet'),
    ]);
    expect(readConfig(LIVE).walletBase).toBeNull();
  });

  test('a demo with the launcher’s simulated witness, and live with those of its policy', () => {
    const witness = { key: WITNESS, url: 'http://127.0.0.1:7' };
    const { witnessPolicy } = readConfig({ SIMULATORS_JSON: simulatorsFile({ witness }) });
    expect(witnessPolicy).toBe(`witness simulated ${WITNESS} http://127.0.0.1:7\nquorum simulated\n`);
    expect(readConfig({}).witnessPolicy).toBeNull();
    const live = readConfig({ ...LIVE, WITNESS_POLICY: policyFile('https://witness.example') });
    expect(live.witnessPolicy).toContain('https://witness.example');
    expect(live.logFolder).toBe('/srv/fairpot-log');
  });

  test('live, on the real services and the pinned chain', () => {
    const named = { STEAM_BASE: 'https://steamcommunity.com/', DRAND_BASE: 'https://api.drand.sh' };
    expect(readConfig({ ...LIVE, ...named })).toEqual(readConfig(LIVE));
    const config = readConfig(LIVE);
    expect(config.steam.base).toBe('https://steamcommunity.com');
    expect(config.drand).toEqual({ base: 'https://api.drand.sh', chain: QUICKNET });
  });
});

describe('a demo refuses', () => {
  test.each([
    ['STEAM_BASE', 'https://steamcommunity.com'],
    ['STEAM_API_BASE', 'https://api.steampowered.com'],
    ['DRAND_BASE', 'https://api.drand.sh'],
    ['STEAM_BASE', 'http://127.0.0.1.evil.example'],
    ['STEAM_BASE', 'http://user@10.0.0.1'],
    ['STEAM_API_KEY', '0123456789ABCDEF0123456789ABCDEF'],
    ['LOG_KEY', LIVE.LOG_KEY],
  ])('%s=%s', (name, value) => {
    expect(problems({ [name]: value })).toEqual([expect.stringContaining(name)]);
  });

  test('simulators on another host', () => {
    const file = simulatorsFile({ steam: 'https://steamcommunity.com' });
    expect(problems({ SIMULATORS_JSON: file })).toEqual([expect.stringContaining('STEAM_BASE')]);
  });

  test('a file of addresses that is missing, broken or incomplete', () => {
    expect(problems({ SIMULATORS_JSON: '/nowhere.json' })).toEqual([expect.stringContaining('does not exist')]);
    expect(problems({ SIMULATORS_JSON: import.meta.filename })).toEqual([expect.stringContaining('not JSON')]);
    const file = simulatorsFile({ drandChain: { ...TEST_CHAIN, publicKey: 'short' } });
    expect(problems({ SIMULATORS_JSON: file })).toEqual([expect.stringContaining('publicKey')]);
  });
});

describe('live refuses', () => {
  test.each<[string, Record<string, string>]>([
    ['STEAM_BASE', { STEAM_BASE: 'http://127.0.0.1:4000' }],
    ['STEAM_BASE', { STEAM_BASE: 'https://localhost' }],
    ['STEAM_API_BASE', { STEAM_API_BASE: 'http://api.steampowered.com' }],
    ['STEAM_BASE', { STEAM_BASE: 'https://steamcommunity.example' }],
    ['STEAM_BASE', { STEAM_BASE: 'https://steamcommunity.com.evil.example' }],
    ['STEAM_BASE', { STEAM_BASE: 'https://steamcommunity.com@evil.example' }],
    ['STEAM_BASE', { STEAM_BASE: 'https://steamcommunity.com/elsewhere' }],
    ['STEAM_API_BASE', { STEAM_API_BASE: 'https://api.steampowered.example' }],
    [
      'PRICES_LIST_BASE',
      { PRICES_LIST_BASE: 'https://prices.example', PRICES_SPOT_BASE: 'https://steamcommunity.com' },
    ],
    ['PRICES_MARKETCSGO_BASE', { PRICES_MARKETCSGO_BASE: 'http://127.0.0.1:9' }],
    ['PRICES_SPOT_BASE', { PRICES_LIST_BASE: 'https://api.skinport.com', PRICES_SPOT_BASE: 'http://127.0.0.1:9' }],
    ['PRICES_LIST_BASE', { PRICES_SPOT_BASE: 'https://steamcommunity.com' }],
    ['DRAND_BASE', { DRAND_BASE: 'http://[::1]:9' }],
    ['DRAND_BASE', { DRAND_BASE: 'https://api2.drand.example' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: '' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://fairpot.example' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://localhost:3000' }],
    ['STEAM_API_KEY', { STEAM_API_KEY: '' }],
    ['STEAM_API_KEY', { STEAM_API_KEY: 'changeme' }],
    ['STEAM_API_KEY', { STEAM_API_KEY: '0'.repeat(32) }],
    ['LOG_KEY_FILE', { LOG_KEY: '' }],
    ['LOG_KEY_FILE', { LOG_KEY_FILE: '/srv/key' }],
    ['LOG_KEY', { LOG_KEY: 'deadbeef'.repeat(8) }],
    ['STAFF_KEY_FILE', { STAFF_KEY: '' }],
    ['STAFF_KEY_FILE', { STAFF_KEY_FILE: '/srv/staff' }],
    ['STAFF_KEY', { STAFF_KEY: 'deadbeef'.repeat(8) }],
    ['LOG_KEY', { LOG_KEY: 'ABCDEF0123456789'.repeat(4) }],
    ['LOG_FOLDER', { LOG_FOLDER: '' }],
    ['WITNESS_POLICY', { WITNESS_POLICY: '/nowhere.policy' }],
    ['FAIRPOT_RATE_LIMITS', { FAIRPOT_RATE_LIMITS: 'off' }],
  ])('%s: %j', (name, env) => {
    const found = problems({ ...LIVE, ...env });
    expect(found).toEqual([expect.stringContaining(name)]);
  });

  test('addresses of simulators', () => {
    expect(problems({ ...LIVE, SIMULATORS_JSON: simulatorsFile() })).toEqual([
      expect.stringContaining('SIMULATORS_JSON'),
    ]);
  });

  test.each(['http://witness.example', 'https://127.0.0.1:7470', ''])('a witness at %j', (url) => {
    const found = problems({ ...LIVE, WITNESS_POLICY: policyFile(url) });
    expect(found).toEqual([expect.stringContaining('WITNESS_POLICY')]);
  });
});

test('every problem is reported at once', () => {
  expect(problems({ FAIRPOT_MODE: 'live', STEAM_BASE: 'http://127.0.0.1:1' })).toHaveLength(6);
  expect(problems({ PORT: 'http', FAIRPOT_MODE: 'prod', DATABASE_URL: 'mysql://x' })).toHaveLength(3);
  expect(problems({ TRUSTED_PROXIES: '10.0.0.1,everyone' })).toEqual([expect.stringContaining('everyone')]);
});

test('a gateway’s settings are read from the same sources, and their problems are reported with the others', () => {
  const file = simulatorsFile({ tides: ['http://127.0.0.1:4'] });
  const config = readConfigWith({ SIMULATORS_JSON: file, TIDES: 'high', EMPTY: '' }, (source) => ({ tides: source }));
  expect(config.mode).toBe('demo');
  expect(config.tides).toMatchObject({ mode: 'demo', simulators: { tides: ['http://127.0.0.1:4'] } });
  expect(config.tides.env).toEqual({ SIMULATORS_JSON: file, TIDES: 'high' });
  const wrong = (env: Record<string, string>) =>
    readConfigWith(env, (_source, found) => {
      found.push('TIDES: no moon');
      return {};
    });
  expect(() => wrong({})).toThrow('TIDES: no moon');
  expect(() => wrong({ PORT: 'http' })).toThrow(/PORT: .*TIDES: no moon/s);
});

test('only addresses of this machine count as loopback', () => {
  const yes = ['http://localhost:1', 'http://127.9.9.9', 'http://[::1]', 'http://a.localhost', 'http://2130706433'];
  const no = [
    'http://localhost.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://[fe80::1]',
    'http://127.example',
  ];
  expect([yes.filter((u) => !isLoopback(u)), no.filter(isLoopback)]).toEqual([[], []]);
});

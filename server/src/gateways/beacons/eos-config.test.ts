/** Which EOS nodes a site may use: every configuration that is refused at startup. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EOS_MAINNET } from '@fairpot/fairness/protocol/schedule';
import { describe, expect, test } from 'vitest';
import { ConfigRefused, readConfigWith } from '../../platform/process/config.ts';
import { isLoopback } from '../../platform/process/outside-urls.ts';
import { TEST_CHAIN } from '../../../testing/beacon.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { readEos } from './eos-config.ts';

const LIVE = {
  FAIRPOT_MODE: 'live',
  PUBLIC_ORIGIN: 'https://fairpot.example',
  STEAM_API_KEY: '0123456789ABCDEF0123456789ABCDEF',
  LOG_KEY: '0123456789abcdef'.repeat(3) + 'fedcba9876543210',
  STAFF_KEY: '0123456789abcdef'.repeat(3) + '76543210fedcba98',
  LOG_FOLDER: '/srv/fairpot-log',
  DATABASE_URL: 'postgres://db/fairpot',
};
const read = (env: Record<string, string>) => readConfigWith(env, readEos).eos;

function simulatorsFile(changes: object = {}): string {
  const file = join(temporaryFolder(), 'simulators.json');
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const own = { eos: [at(4), at(5)], eosChain: 'e0'.repeat(32) };
  const addresses = { steam: at(1), steamApi: at(2), drand: at(3), ...own, drandChain: TEST_CHAIN };
  writeFileSync(file, JSON.stringify({ ...addresses, ...changes }));
  return file;
}

function problems(env: Record<string, string>): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigRefused) return error.problems;
    throw error;
  }
  return [];
}

describe('starts with', () => {
  test('a demo without settings: no external service is contacted', () => {
    expect(read({}).bases.filter((base) => !isLoopback(base))).toEqual([]);
  });

  test('a demo with the simulators named by the launcher', () => {
    const eos = read({ SIMULATORS_JSON: simulatorsFile() });
    expect(eos).toEqual({ bases: ['http://127.0.0.1:4', 'http://127.0.0.1:5'], chainId: 'e0'.repeat(32) });
  });

  test('live, with public nodes of the pinned chain, or with configured ones', () => {
    expect(read(LIVE).chainId).toBe(EOS_MAINNET);
    expect(read(LIVE).bases.length).toBeGreaterThanOrEqual(2);
    const named = read({ ...LIVE, EOS_BASES: 'https://one.example/, https://two.example' });
    expect(named).toEqual({ bases: ['https://one.example', 'https://two.example'], chainId: EOS_MAINNET });
  });
});

describe('refuses', () => {
  test.each([
    'http://127.0.0.1:1,https://eos.greymass.com',
    'http://127.0.0.1:1',
    'http://127.0.0.1:1,http://127.0.0.1:1/',
    'http://127.0.0.1:1,nowhere',
  ])('in a demo: %s', (bases) => {
    expect(problems({ EOS_BASES: bases })).toEqual([expect.stringContaining('EOS_BASES')]);
  });

  test.each([
    'https://eos.greymass.com,http://127.0.0.1:9',
    'https://eos.greymass.com,http://two.example',
    'https://eos.greymass.com',
    'https://eos.greymass.com,https://eos.greymass.com:8443',
  ])('in live: %s', (bases) => {
    expect(problems({ ...LIVE, EOS_BASES: bases })).toEqual([expect.stringContaining('EOS_BASES')]);
  });

  test('simulators that name one node, or none', () => {
    for (const eos of [['http://127.0.0.1:4'], undefined]) {
      const file = simulatorsFile({ eos });
      expect(problems({ SIMULATORS_JSON: file })).toEqual([expect.stringContaining('SIMULATORS_JSON eos')]);
    }
  });
});

/**
 * Each fault that the simulators of Steam and of prices can inject is covered: a product test triggers it while deposits, stakes and withdrawals run.
 * docs/assurance.md has the table.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRADE_FAULTS } from '../e2e/lib/soak/trade-failure.ts';
import { FAULTS } from '../simulators/src/kit/faults.ts';

const root = join(import.meta.dirname, '..');

/** Services whose faults are all taken from a list by one test. */
const TAKEN_WHOLE = ['prices', 'overview'] as const;

/** The quoted names in product tests, by room. */
const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server/src', 'trade-worker/src', 'e2e'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'));
const isNamed = (fault: string) => tests.some((text) => text.includes(`'${fault}'`));
const inSoak = new Set(TRADE_FAULTS.map(({ fault }) => fault));

test('every fault of Steam is injected in the soak of trades, or named by a test', () => {
  const all = Object.keys(FAULTS.steam);
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter((fault) => !inSoak.has(fault) && !isNamed(fault))).toEqual([]);
});

test('the faults of the soak exist and have the parameters that it passes', () => {
  const known: Readonly<Record<string, object>> = FAULTS.steam;
  const unknown = TRADE_FAULTS.filter(({ fault, params = {} }) => {
    const has = known[fault];
    return has === undefined || Object.keys(params).some((name) => !(name in has));
  });
  expect(unknown).toEqual([]);
});

test('every fault of the sources of prices is taken from their list', () => {
  const struck = readFileSync(join(root, 'server/src/market/price-faults.test.ts'), 'utf8');
  for (const service of TAKEN_WHOLE) expect(struck).toContain(`'${service}'`);
  expect(struck).toContain('Object.keys(FAULTS[source])');
  expect(struck).toContain('spike');
});

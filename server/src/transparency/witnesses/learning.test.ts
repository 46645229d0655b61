/** A witness that does not know the log: at a site's first start for a moment, at a mistake for good. Only the second alarms. */
import { parsePolicy } from '@fairpot/fairness/tree/policy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Log } from '../../platform/process/ports.ts';
import type { FeatureGauge, Sweep } from '../../platform/runner/feature.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { sql } from '../../platform/database/sql.ts';
import { makeLoggedTable, type LoggedTable } from '../../../testing/transparency/log.fixture.ts';
import { openSigner } from '../signer.ts';
import {
  forget,
  makeWitness,
  policyOf,
  type TestWitness,
} from '../../../testing/transparency/witnesses/witness.fixture.ts';
import { witnessSweep } from './witnessing.ts';

let table: LoggedTable;
let witness: TestWitness;
let sweep: Sweep;
let logged: [level: string, message: string][];
beforeEach(async () => {
  witness = await makeWitness();
  const policy = policyOf([witness]);
  table = await makeLoggedTable({ witnessPolicy: policy });
  await table.sequence();
  logged = [];
  const write = (level: string) => (_fields: object, message: string) => void logged.push([level, message]);
  const log: Log = {
    child: () => log,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  const [watcher] = parsePolicy(policy).witnesses;
  invariant(watcher, 'the policy has a witness');
  sweep = witnessSweep({ ...table.world.deps, log }, watcher);
});
afterEach(async () => {
  await table.world.close();
  await witness.stop();
  forget(witness);
});

/** Runs the sweep, and again after each pause, for this long. */
async function offeredFor(ms: number): Promise<void> {
  for (let passed = 0; passed <= ms; passed += 1_000) {
    await sweep.run(new AbortController().signal);
    await table.world.clock.advance(1_000);
  }
}
async function introduce(): Promise<void> {
  await witness.stop();
  witness = await witness.again({ logs: [(await openSigner(table.world.deps)).key] });
}
const stored = () => table.world.db.many(sql`select from log_cosignatures`);
async function silence(): Promise<number | undefined> {
  const feature = table.world.features.find(({ name }) => name === 'transparency');
  const gauges: readonly FeatureGauge[] = (await feature?.gauges?.()) ?? [];
  return gauges.find(({ name }) => name === 'fairpot_witness_age_seconds')?.value;
}

test('learns the log within a minute of the start: no line above INFO', async () => {
  await offeredFor(50_000);
  await introduce();
  await offeredFor(31_000);
  expect(logged).toEqual([
    ['info', 'witness does not know the log yet'],
    ['info', 'witness cosigns'],
  ]);
  expect(await stored()).toHaveLength(1);
});

test('never learns it: an error after a minute, once; its age grows', async () => {
  await offeredFor(120_000);
  expect(logged).toEqual([
    ['info', 'witness does not know the log yet'],
    ['error', 'witness does not cosign the head of the log'],
  ]);
  expect(await silence()).toBeGreaterThanOrEqual(120);
});

test('forgets a log that it has cosigned: an error at once', async () => {
  await introduce();
  await offeredFor(1_000);
  await witness.stop();
  forget(witness);
  witness = await makeWitness({ port: Number(new URL(witness.url).port) });
  await offeredFor(31_000);
  expect(logged).toEqual([['error', 'witness does not cosign the head of the log']]);
});

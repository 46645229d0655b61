/** Duration of building the ring of a large pot: it is rebuilt with every entry. */
import { expect, test } from 'vitest';
import { entriesOf } from '../round.fixture.ts';
import { sharesOf } from '../shares.ts';
import { ringOf } from './ring-model.ts';

test('stays quick with 2,000 entries', () => {
  const entries = entriesOf(Array.from({ length: 2_000 }, (_, i) => [`p${i % 700}`, 100 + ((i * 7_919) % 9_000)]));
  const from = performance.now();
  for (let turn = 0; turn < 20; turn += 1) ringOf(sharesOf(entries));
  expect((performance.now() - from) / 20).toBeLessThan(20);
});

/** What a closing waits for, in words. */
import { expect, test } from 'vitest';
import { CLOSING_WAITS } from '@fairpot/contract/profile/calls';
import type { ClosingWait } from '@fairpot/contract/profile/schemas';
import { waitWords } from './closing-model.ts';

const wait = (kind: ClosingWait['kind'], more: Partial<ClosingWait> = {}): ClosingWait => ({
  kind,
  count: 1,
  usd: null,
  until: null,
  ...more,
});

test('each thing that is left has words, and all that a person can do something about a way', () => {
  for (const kind of CLOSING_WAITS) expect(waitWords(wait(kind, { usd: 1 })).text.length).toBeGreaterThan(10);
  expect(CLOSING_WAITS.filter((kind) => waitWords(wait(kind)).way === undefined)).toEqual(['REST', 'PLAY', 'HELD']);
});

test('coins on their way out say their sum; those on their way in are known when they are there', () => {
  expect(waitWords(wait('COINS', { usd: 13 })).text).toBe(
    '1 movement of coins under way, $13.00 going out: it arrives, or it comes back',
  );
  expect(waitWords(wait('COINS', { count: 2 })).text).toBe('2 movements of coins under way');
});

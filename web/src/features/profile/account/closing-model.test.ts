/** Texts of what a closing waits for. */
import { expect, test } from 'vitest';
import { CLOSING_WAITS } from '@fairpot/contract/profile/calls';
import type { ClosingWait } from '@fairpot/contract/profile/schemas';
import { waitTexts } from './closing-model.ts';

const wait = (kind: ClosingWait['kind'], more: Partial<ClosingWait> = {}): ClosingWait => ({
  kind,
  count: 1,
  usd: null,
  until: null,
  ...more,
});

test('each kind has a text, and a link if the player can do something about it', () => {
  for (const kind of CLOSING_WAITS) expect(waitTexts(wait(kind, { usd: 1 })).text.length).toBeGreaterThan(10);
  expect(CLOSING_WAITS.filter((kind) => waitTexts(wait(kind)).link === undefined)).toEqual(['REST', 'PLAY', 'HELD']);
});

test('outgoing crypto shows its sum; the sum of incoming crypto is not known yet', () => {
  expect(waitTexts(wait('COINS', { usd: 13 })).text).toBe(
    '1 crypto transfer in progress, $13.00 outgoing: it arrives or is refunded',
  );
  expect(waitTexts(wait('COINS', { count: 2 })).text).toBe('2 crypto transfers in progress');
});

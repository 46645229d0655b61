import { expect, test } from 'vitest';
import { hasUnpricedPremium, INSPECT_URL, isPhaseOpen } from './details.ts';

test.each([
  [0.0099, [], true],
  [0.01, [], false],
  [0.069, [], false],
  [0.45, [], false],
  [0.95, [], false],
  [0.9501, [], true],
  [0.2, ['Howl'], true],
  [null, ['Charm: Lil Ava'], true],
  [null, [], false],
])('a float of %s with the stickers %j has a premium without a price: %s', (float, stickers, premium) => {
  expect(hasUnpricedPremium('AK-47 | Redline (Field-Tested)', { float, stickers })).toBe(premium);
});

test.each([
  ['★ Karambit | Doppler (Factory New)', true],
  ['★ StatTrak™ Flip Knife | Gamma Doppler (Minimal Wear)', true],
  ['★ Karambit | Doppler (Factory New) - Phase 2', false],
  ['Glock-18 | Gamma Doppler (Factory New) - Emerald', false],
  ['AK-47 | Redline (Field-Tested)', false],
])('%s leaves its phase open, and so has a premium without a price: %s', (name, isOpen) => {
  expect(isPhaseOpen(name)).toBe(isOpen);
  for (const details of [null, { float: 0.03, stickers: [] }]) expect(hasUnpricedPremium(name, details)).toBe(isOpen);
});

test('only links that inspect an asset in the game are accepted', () => {
  const good = 'steam://run/730//+csgo_econ_action_preview%20ADBD58';
  expect(INSPECT_URL.test(good)).toBe(true);
  for (const bad of [
    'javascript:alert(1)',
    `javascript:alert(1)//${good}`,
    `${good}\n`,
    'https://example.com/+csgo_econ_action_preview%20AA',
    'steam://run/440//+csgo_econ_action_preview%20AA',
    'steam://run/730//+connect%20evil.example',
    'steam://run/730//+csgo_econ_action_preview%20AA +connect evil.example',
    'steam://run/730//+csgo_econ_action_preview%20',
    `steam://run/730//+csgo_econ_action_preview%20${'A'.repeat(1_001)}`,
  ])
    expect(INSPECT_URL.test(bad), bad).toBe(false);
});

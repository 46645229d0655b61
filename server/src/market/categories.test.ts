/** Every type of the catalogue has a category, and CS2 names of every shape get the right one. */
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { expect, test } from 'vitest';
import { categoryOf } from './categories.ts';

test.each([
  ['AK-47 | Redline (Field-Tested)', 'rifle'],
  ['StatTrak™ AWP | Asiimov (Field-Tested)', 'rifle'],
  ['Souvenir Glock-18 | Candy Apple (Minimal Wear)', 'pistol'],
  ['MP5-SD | Lab Rats (Field-Tested)', 'smg'],
  ['Sawed-Off | Kiss♥Love (Well-Worn)', 'heavy'],
  ['★ Karambit', 'knife'],
  ['★ StatTrak™ Karambit | Doppler (Factory New)', 'knife'],
  ['★ Hand Wraps | Slaughter (Minimal Wear)', 'glove'],
  ['★ Sport Gloves | Vice (Field-Tested)', 'glove'],
  ['Sticker | Natus Vincere (Holo) | Katowice 2015', 'sticker'],
  ['Sticker | Case Hardened Case', 'sticker'],
  ['Clutch Case', 'case'],
  ['CS:GO Weapon Case 2', 'case'],
  ['Sir Bloody Miami Darryl | The Professionals', 'agent'],
  ['Music Kit | AWOLNATION, I Am', 'other'],
])('%s', (name, category) => {
  expect(categoryOf(name, 730)).toBe(category);
});

test('the same name in another game has its own category', () => {
  expect([categoryOf('Alien Red', 252490), categoryOf('Alien Red', 570), categoryOf('Battlefury', 570)]).toEqual([
    'rifle',
    'other',
    'weapon',
  ]);
});

test('no type of the catalogue is left over', () => {
  const left = ITEM_TYPES.filter(({ marketHashName, appId }) => categoryOf(marketHashName, appId) === 'other');
  expect(left.map(({ marketHashName }) => marketHashName)).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { WEARS, isWear, parseMarketName, splitPhase, wearLevel } from './names.ts';

const CS2 = 730;
const TF2 = 440;

describe('wearLevel', () => {
  test('maps the five wears to 5 down to 1', () => {
    expect(WEARS.map(wearLevel)).toEqual([5, 4, 3, 2, 1]);
  });

  test.each([
    ['Battle', 1],
    ['Scarred', 1],
    ['Well', 2],
    ['Worn', 2],
    ['Field', 3],
    ['Tested', 3],
    ['Minimal', 4],
    ['Wear', 4],
    ['Factory', 5],
    ['New', 5],
  ])('each word by itself: %s gives %d', (word, level) => {
    expect(wearLevel(word)).toBe(level);
  });

  test('defaults to 5 and lets a later match override an earlier one', () => {
    expect(wearLevel('')).toBe(5);
    expect(wearLevel('Holo')).toBe(5);
    expect(wearLevel('Worn')).toBe(2);
    expect(wearLevel('Battle')).toBe(1);
    expect(wearLevel('Battle Tested')).toBe(3);
    expect(wearLevel('Scarred New')).toBe(5);
  });
});

describe('parseMarketName', () => {
  test('splits weapon, skin and wear', () => {
    expect(parseMarketName('AK-47 | Redline (Field-Tested)', CS2)).toEqual({
      name: 'AK-47',
      itemName: 'Redline',
      itemType: 'Field-Tested',
      itemTypeLvl: 3,
    });
  });

  test('reads the level from the wear text only: words of the skin do not count', () => {
    expect(parseMarketName('G3SG1 | New Roots (Battle-Scarred)', CS2).itemTypeLvl).toBe(1);
    expect(parseMarketName('SSG 08 | Fever Dream (Minimal Wear)', CS2).itemTypeLvl).toBe(4);
    expect(parseMarketName('Souvenir Field Agent', CS2)).toMatchObject({ itemType: '', itemTypeLvl: 5 });
  });

  test('cuts at the first pipe and keeps the others', () => {
    expect(parseMarketName('Sticker | Natus Vincere (Holo) | Katowice 2015', CS2)).toEqual({
      name: 'Sticker',
      itemName: 'Natus Vincere (Holo) | Katowice 2015',
      itemType: '',
      itemTypeLvl: 5,
    });
  });

  test('a phase belongs to the name of the skin, and hides no wear', () => {
    expect(parseMarketName('★ Karambit | Doppler (Factory New) - Phase 2', CS2)).toEqual({
      name: '★ Karambit',
      itemName: 'Doppler Phase 2',
      itemType: 'Factory New',
      itemTypeLvl: 5,
    });
    expect(parseMarketName('Glock-18 | Gamma Doppler (Minimal Wear) - Emerald', CS2)).toMatchObject({
      itemName: 'Gamma Doppler Emerald',
      itemType: 'Minimal Wear',
    });
    const other = 'Sticker | Poison (Holo) - Ruby';
    expect(splitPhase(other)).toEqual({ plain: other, phase: null });
  });

  test('takes the whole text as name when there is no pipe', () => {
    expect(parseMarketName('Clutch Case', CS2)).toEqual({
      name: 'Clutch Case',
      itemName: '',
      itemType: '',
      itemTypeLvl: 5,
    });
    expect(parseMarketName('★ Karambit', CS2).name).toBe('★ Karambit');
  });

  test('keeps a parenthesis that is not a wear, and removes only the last one that is', () => {
    expect(parseMarketName('Sticker | Crown (Foil)', CS2).itemName).toBe('Crown (Foil)');
    expect(parseMarketName('M4A4 | 龍王 (Dragon King) (Field-Tested)', CS2)).toMatchObject({
      itemName: '龍王 (Dragon King)',
      itemType: 'Field-Tested',
    });
    expect(parseMarketName('AWP | Asiimov (field-tested)', CS2)).toMatchObject({
      itemName: 'Asiimov (field-tested)',
      itemType: '',
    });
  });

  test('keeps signs outside ascii and a leading quote', () => {
    expect(parseMarketName('★ StatTrak™ Bowie Knife | Fade (Factory New)', CS2).name).toBe('★ StatTrak™ Bowie Knife');
    expect(parseMarketName('Sawed-Off | Kiss♥Love (Well-Worn)', CS2)).toMatchObject({
      itemName: 'Kiss♥Love',
      itemTypeLvl: 2,
    });
    expect(parseMarketName("'The Doctor' Romanov | Sabre", CS2)).toMatchObject({
      name: "'The Doctor' Romanov",
      itemName: 'Sabre',
    });
  });

  test('app 440: the whole name minus its wear is the name, pipe or not', () => {
    expect(parseMarketName('Night Owl Mk.II Sniper Rifle (Minimal Wear)', TF2)).toEqual({
      name: 'Night Owl Mk.II Sniper Rifle',
      itemName: '',
      itemType: 'Minimal Wear',
      itemTypeLvl: 4,
    });
    expect(parseMarketName('A | B (Factory New)', TF2)).toMatchObject({ name: 'A | B', itemName: '' });
  });

  test('handles odd input without throwing', () => {
    expect(parseMarketName('', CS2)).toEqual({ name: '', itemName: '', itemType: '', itemTypeLvl: 5 });
    expect(parseMarketName('|', CS2)).toMatchObject({ name: '', itemName: '' });
    expect(parseMarketName('(Factory New)', CS2)).toMatchObject({ name: '', itemType: 'Factory New' });
    const long = `${'('.repeat(20_000)} (Factory New)`;
    expect(parseMarketName(long, CS2).itemType).toBe('Factory New');
  });
});

test('isWear requires the exact spelling', () => {
  expect(isWear('Well-Worn')).toBe(true);
  expect(isWear('well-worn')).toBe(false);
});

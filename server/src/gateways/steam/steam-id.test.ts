import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlayerSteamId, readSteamId } from './steam-id.ts';

const UNKNOWN = 'Unknown SteamID input format';
const INDIVIDUAL_BASE = 76561197960265728n;

describe('forms', () => {
  test('one account reads the same from all its forms', () => {
    const forms = readSteamId('76561198006409530');
    expect(forms).toMatchObject({ steam2: 'STEAM_0:0:23071901', steam3: '[U:1:46143802]', accountId: 46143802 });
    expect(forms).toMatchObject({ universe: 1, type: 1, instance: 1, valid: true, validIndividual: true });
    for (const same of [76561198006409530n, 'STEAM_0:0:23071901', 'STEAM_1:0:23071901', '[U:1:46143802]'] as const) {
      expect(readSteamId(same)).toEqual(forms);
    }
  });

  test('every individual account survives the round trip through each form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0xffffffff }), (account) => {
        const forms = readSteamId(INDIVIDUAL_BASE + BigInt(account));
        expect(forms.accountId).toBe(account);
        expect(forms.validIndividual).toBe(true);
        for (const form of [forms.steam64, forms.steam2 ?? '', forms.steam3]) expect(readSteamId(form)).toEqual(forms);
      }),
    );
  });

  test('any 64 bits either survive the round trip or are refused', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (bits) => {
        const forms = readSteamId(bits);
        expect(forms.steam64).toBe(bits.toString());
        if (forms.validIndividual) expect(forms.valid).toBe(true);
      }),
    );
  });

  test('a clan is valid, but not an individual, and has no STEAM_ form', () => {
    expect(readSteamId('103582791429521412')).toMatchObject({
      valid: true,
      validIndividual: false,
      steam2: null,
      steam3: '[g:1:4]',
    });
  });

  test('account 0 and instance 5 are not valid individuals', () => {
    expect(readSteamId('[U:1:0]').valid).toBe(false);
    expect(readSteamId('[U:1:7:5]').valid).toBe(false);
    expect(readSteamId('[U:1:7:4]')).toMatchObject({ valid: true, validIndividual: false });
  });
});

describe('what is refused', () => {
  test.each([
    '',
    ' 76561198006409530',
    '76561198006409530 ',
    '7.6e16',
    '-1',
    '0x1',
    '99999999999999999999',
    '18446744073709551616',
    '[U:1:99999999999]',
    '[U:1:4294967296]',
    '[U:1:5:1048576]',
    '[U:6:5]',
    'STEAM_0:2:5',
    'STEAM_6:0:5',
    'STEAM_0:1:2147483648',
    'steam_0:1:5',
    '[U:1:5',
    'https://steamcommunity.com/profiles/76561198006409530',
  ])('%j', (text) => {
    expect(() => readSteamId(text)).toThrow(UNKNOWN);
  });

  test('negative and oversized bigints', () => {
    expect(() => readSteamId(-1n)).toThrow(UNKNOWN);
    expect(() => readSteamId(2n ** 64n)).toThrow(UNKNOWN);
  });

  test('random text throws the spec message or parses as an identifier', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(readSteamId(text).steam64).toMatch(/^\d+$/);
        } catch (error) {
          expect((error as Error).message).toBe(UNKNOWN);
        }
      }),
    );
  });
});

test('only the digits of a person count as a player', () => {
  expect(isPlayerSteamId('76561198006409530')).toBe(true);
  expect(isPlayerSteamId('76561197960265728')).toBe(false);
  expect(isPlayerSteamId('[U:1:46143802]')).toBe(false);
  expect(isPlayerSteamId('103582791429521412')).toBe(false);
});

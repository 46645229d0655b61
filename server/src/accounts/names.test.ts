import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookOf, looksReserved, shownName } from './names.ts';

describe('shown names', () => {
  test.each([
    ['rookbolt', 'rookbolt'],
    ['  two   words ', 'two words'],
    ['龍 ♥ Пётр', '龍 ♥ Пётр'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['line\nbreak\u0000\u0007', 'linebreak'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['', 'Player'],
    ['\u3164\u3164', 'Player'],
    ['\u202e\u200f', 'Player'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['x'.repeat(80), 'x'.repeat(32)],
    ['🦊'.repeat(40), '🦊'.repeat(32)],
    ['a\u0301\u0302\u0303\u0304\u0305\u0306', 'á\u0302\u0303\u0304'],
  ])('%j', (raw, shown) => {
    expect(shownName(raw)).toBe(shown);
  });

  test('any input yields a short, visible, single-line name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (raw) => {
        const shown = shownName(raw);
        expect([...shown].length).toBeGreaterThan(0);
        expect([...shown].length).toBeLessThanOrEqual(32);
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(shownName(shown)).toBe(shown);
      }),
    );
  });
});

describe('names that read as the site', () => {
  test.each([
    'STAFF',
    'staff',
    'Staff Anna',
    '[ADMIN]',
    'Admin',
    'Adm1n',
    'АDMIN',
    'аdmіn',
    'A d m i n',
    'A.D.M.I.N',
    'xXadminXx',
    'ＡＤＭＩＮ',
    'Àdmîn',
    'aaddmmiinn',
    'MODERATOR',
    'M0derat0r',
    'mod',
    'Mods',
    'Fairpot',
    'F4irpot Help',
    'FairPot_Official',
    'BOT',
    'B0T',
    'the bot',
    'ВОТ',
    'Support',
    'Supp0rt team',
    'S U P P O R T',
    'House',
    'STAFFteam',
    'xXstaffXx',
    'badminton admin',
  ])('%j is marked', (name) => {
    expect(looksReserved(name)).toBe(true);
    expect(shownName(name)).toMatch(/\*$/);
    expect(shownName(shownName(name))).toBe(shownName(name));
    expect(shownName(name, true)).not.toMatch(/\*$/);
  });

  test.each([
    'rookbolt',
    'Model',
    'Botanist',
    'Bottle',
    'robotnik',
    'Lighthouse',
    'modest',
    'Okonkwo',
    'sable.fm',
    'fair',
    'Badminton',
    'Stafford',
  ])('%j is not', (name) => {
    expect(looksReserved(name)).toBe(false);
    expect(shownName(name)).toBe(name);
  });
});

describe('looks', () => {
  test.each([
    ['Vesna (admin)', 'vesna.ADM1N'],
    ['Hollis', 'HOlIis'],
    ['Hollis', 'Hоllis'],
    ['Hollis', 'H o l l i s*'],
    ['Hollis', 'H0ll!$!'],
    ['Bjorn', 'Björn'],
    ['Mornington', 'Momington'],
    ['龍', ' 龍 '],
    ['Пётр', 'Пëтр'],
    ['♥', '♥'],
  ])('%j and %j look alike', (one, other) => expect(lookOf(one)).toBe(lookOf(other)));

  test.each([
    ['Vesna', 'Vesnik'],
    ['Player 0011', 'Player 0111'],
    ['龍', '竜'],
    ['♥', '♦'],
    ['Anna', 'Ann'],
  ])('%j and %j do not', (one, other) => expect(lookOf(one)).not.toBe(lookOf(other)));

  test('are never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (raw) => {
        expect(lookOf(shownName(raw))).not.toBe('');
      }),
    );
  });
});

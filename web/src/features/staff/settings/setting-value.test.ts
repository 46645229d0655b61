import { expect, test } from 'vitest';
import { boundsText, draftOf, valueOfDraft, valueText } from './setting-value.ts';

test.each([
  ['usd', 123_450, '$1,234.50', '1234.50'],
  ['percent', 250, '2.5%', '2.5'],
  ['number', 15, '15', '15'],
  ['switch', true, 'On', 'true'],
  ['text', 'Be kind.', 'Be kind.', 'Be kind.'],
] as const)('%s %j: shown as %s, edited as %s, parsed back to the same value', (unit, value, text, draft) => {
  expect(valueText(unit, value)).toBe(text);
  expect(draftOf({ unit, value })).toBe(draft);
  expect(valueOfDraft({ unit, value }, draft)).toBe(value);
});

test.each([
  ['usd', '12.345'],
  ['usd', 'much'],
  ['percent', '2.555'],
  ['percent', '-1'],
  ['percent', ''],
  ['number', '1.5'],
  ['number', '1e3'],
] as const)('%s: %j is rejected', (unit, draft) => {
  expect(valueOfDraft({ unit, value: 0 }, draft)).toBe(null);
});

test('formats bounds in the unit of the setting', () => {
  expect(boundsText({ unit: 'percent', min: 0, max: 1_000 })).toBe('0% to 10%');
  expect(boundsText({ unit: 'usd', min: 0, max: null })).toBe('from $0.00');
  expect(boundsText({ unit: 'text', min: null, max: 300 })).toBe('at most 300 characters');
  expect(boundsText({ unit: 'switch', min: null, max: null })).toBe(null);
});

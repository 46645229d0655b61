import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canon } from './canon.ts';

const { value: canonical } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger().map((each) => each + 0),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4 }),
  ),
}));

describe('canon', () => {
  test('parses to the same value and is written as the same text again', () => {
    fc.assert(
      fc.property(canonical, (value) => {
        const text = canon(value);
        const back: unknown = JSON.parse(text);
        expect(back).toEqual(value);
        expect(canon(back)).toBe(text);
      }),
    );
  });

  test('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (object) => {
        expect(canon(Object.fromEntries(Object.entries(object).reverse()))).toBe(canon(object));
      }),
    );
  });

  test('sorts keys by code unit, not by code point or locale', () => {
    expect(canon({ b: 1, a: 2, B: 3, 10: 4, 9: 5 })).toBe('{"10":4,"9":5,"B":3,"a":2,"b":1}');
    expect(canon({ '\uffff': 1, '\u{1f600}': 2, é: 3 })).toBe('{"é":3,"😀":2,"\uffff":1}');
  });

  test('writes strings as JSON.stringify does', () => {
    expect(canon('"\\/\u0001\u2028é\ud800')).toBe('"\\"\\\\/\\u0001\u2028é\\ud800"');
  });

  test.each<[string, unknown, string]>([
    ['a float', { a: [1, 0.5] }, '$.a[1]: a float (0.5)'],
    ['NaN', { a: Number.NaN }, '$.a: NaN'],
    ['infinity', [Number.NEGATIVE_INFINITY], '$[0]: -Infinity'],
    ['an unsafe integer', 2 ** 53, '$: an integer beyond 2^53 - 1'],
    ['-0', [-0], '$[0]: -0'],
    ['undefined', { a: undefined }, '$.a: undefined'],
    ['undefined alone', undefined, '$: undefined'],
    ['a hole', new Array<unknown>(2), '$: an array with holes'],
    ['a bigint', { a: 1n }, '$.a: bigint'],
    ['a function', [() => 1], '$[0]: function'],
    ['a symbol', Symbol('x'), '$: symbol'],
    ['a date', { at: new Date(0) }, '$.at: not a plain object'],
    ['a map', new Map(), '$: not a plain object'],
    ['bytes', new Uint8Array(2), '$: not a plain object'],
    ['a boxed string', Object('x'), '$: not a plain object'],
    ['a symbol as key', { [Symbol('x')]: 1 }, '$: a symbol as key'],
    ['toJSON as a way out', { toJSON: () => 1 }, '$.toJSON: function'],
  ])('refuses %s', (_, value, message) => {
    expect(() => canon(value)).toThrow(message);
  });

  test('refuses a cycle instead of overflowing the stack', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(() => canon(circle)).toThrow('nested deeper than 64');
  });
});

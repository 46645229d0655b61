import { expect, test } from 'vitest';
import { z } from './zod-erased.ts';

test('a schema can be built from the erased zod, and using it throws', () => {
  const build: unknown = Reflect.get(z, 'object');
  if (typeof build !== 'function') throw new Error('z.object is not callable');
  const schema: unknown = Reflect.apply(build, undefined, [{}]);
  if (typeof schema !== 'function') throw new Error('a schema is chainable');
  expect(typeof Reflect.get(schema, 'optional')).toBe('function');
  expect(() => void Reflect.get(schema, 'parse')).toThrow('zod is erased in the browser: parse');
});

/** What an answer contains, so that nothing is fetched twice and nothing is missed. */
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Covered from './covered.ts';

let covered: typeof Covered;
beforeEach(async () => {
  vi.resetModules();
  covered = await import('./covered.ts');
});

/** Notes an answered query. */
async function answered(seq: string | null | undefined): Promise<void> {
  covered.noteQuery(Promise.resolve(seq));
  await vi.waitFor(() => expect(covered.coversHead('0')).not.toBeInstanceOf(Promise));
}

test('a page without answers covers nothing', () => {
  expect(covered.coversHead('0')).toBe(false);
});

test('the answer that contains least decides, also beyond 2^53', async () => {
  await answered('1040000000000010');
  await answered('91040000000000011');
  expect(covered.coversHead('1040000000000010')).toBe(true);
  expect(covered.coversHead('1040000000000011')).toBe(false);
  await answered('91040000000000010');
  expect(covered.coversHead('91040000000000010')).toBe(false);
});

test.each([null, '', 'x', '-5'])('an answer that names no fact (%o) covers none', async (seq) => {
  await answered('1040000000000010');
  await answered(seq);
  expect(covered.coversHead('1')).toBe(false);
});

test('a query without an answer shows nothing on the page, so it changes nothing', async () => {
  await answered('7');
  await answered(undefined);
  covered.noteQuery(Promise.reject(new Error('lost')));
  expect(await covered.coversHead('7')).toBe(true);
});

test('an open query is waited for, unless something is missing already', async () => {
  await answered('7');
  const { promise, resolve } = deferred();
  covered.noteQuery(promise);
  expect(covered.coversHead('8')).toBe(false);
  const seven = covered.coversHead('7');
  expect(seven).toBeInstanceOf(Promise);
  resolve('6');
  expect(await seven).toBe(false);
});

function deferred() {
  let resolve: (seq: string) => void = () => undefined;
  const promise = new Promise<string>((done) => (resolve = done));
  return { promise, resolve };
}

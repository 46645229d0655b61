/** The first head of a topic. In a copy of the modules of its own: what the answers on a page contain is kept as long as the page. */
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Covered from '../calls/covered.ts';
import type * as Live from './live.ts';

let covered: typeof Covered;
let live: typeof Live;
const resync = vi.fn();
beforeEach(async () => {
  vi.resetModules();
  resync.mockReset();
  covered = await import('../calls/covered.ts');
  live = await import('./live.ts');
  covered.noteQuery(Promise.resolve('5'));
  await vi.waitFor(() => expect(covered.coversHead('5')).toBe(true));
  live.follow('coinflip', { apply: () => undefined, resync });
});

test('fetches nothing again if every answer on the page contains it; a later one does', () => {
  live.receiveHead('coinflip', '5');
  expect(resync).not.toHaveBeenCalled();
  live.receiveHead('coinflip', '6');
  expect(resync).toHaveBeenCalledTimes(1);
});

test('fetches again if an answer contains less, also if it arrives later', async () => {
  let answer: (seq: string) => void = () => undefined;
  covered.noteQuery(new Promise((resolve) => (answer = resolve)));
  live.receiveHead('coinflip', '5');
  expect(resync).not.toHaveBeenCalled();
  answer('4');
  await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(1));
});

test('fetches again if more was published since the answers', () => {
  live.receiveHead('coinflip', '6');
  expect(resync).toHaveBeenCalledTimes(1);
});

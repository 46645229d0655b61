/** Queries that main.tsx sent before the app's code had arrived. In a copy of the modules of its own: the position of a page only grows. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCoinflip, listCoinflips } from '@fairpot/contract/coinflip/calls';
import type * as Api from './api.ts';

const ANSWER = { games: [], minbet: 1, feeBps: 500, paused: false };
const success = () => Promise.resolve(Response.json({ success: true, response: ANSWER }));
const sent = vi.fn(success);
let api: typeof Api;
const early = (answer: Promise<Response>) => api.keepEarly(new Map([['/api/coinflip', answer]]));

beforeEach(async () => {
  vi.resetModules();
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
  api = await import('./api.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('are not sent again, but answer once', async () => {
  early(success());
  await expect(api.ask(listCoinflips, {})).resolves.toEqual(ANSWER);
  expect(sent).not.toHaveBeenCalled();
  await api.ask(listCoinflips, {});
  expect(sent).toHaveBeenCalledTimes(1);
});

test('are sent again if they were lost', async () => {
  early(Promise.reject(new TypeError('lost')));
  await expect(api.ask(listCoinflips, {})).resolves.toEqual(ANSWER);
  expect(sent).toHaveBeenCalledTimes(1);
});

test('serve the first screen alone: an old answer is none', async () => {
  early(success());
  const later = performance.now() + api.EARLY_MS + 1;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  await api.ask(listCoinflips, {});
  expect(sent).toHaveBeenCalledTimes(1);
});

test('do not answer a page that has seen something since', async () => {
  const { reachPosition } = await import('./position.ts');
  early(success());
  reachPosition(81);
  await api.ask(listCoinflips, {});
  expect(sent).toHaveBeenCalledTimes(1);
});

test('never answer a command', async () => {
  api.keepEarly(new Map([['/api/coinflip/create/inventory', success()]]));
  await api.send(createCoinflip, { inventoryIds: [], slots: [], side: 1 } as never);
  expect(sent).toHaveBeenCalledTimes(1);
});

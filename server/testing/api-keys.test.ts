/**
 * Every call x every set of scopes of an API key, in demo and in live. Sent with an unknown field, so an admitted key is refused for that (400) before
 * anything is done. The lists below are written by hand, independent of the contract's scopes.
 */
import { API_SCOPES, PERMISSIONS, type ApiScope } from '@fairpot/contract/wire/permissions';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURES } from '../src/app.ts';
import { assemble } from '../src/platform/runner/command.ts';
import { admissionStatus } from './admission.ts';
import { makeWorld, type World } from './world.ts';

const LISTED: Readonly<Record<ApiScope, readonly string[]>> = {
  read: [
    ...['user.get', 'user.statistics', 'user.history', 'user.inventory.site', 'protection.get', 'notifications.list'],
    ...['log.mine', 'solvency.mine', 'trades.order', 'trades.list', 'crypto.orders', 'cryptoWithdraw.list'],
    'items.trace',
  ],
  play: [
    ...['jackpot.join', 'coinflip.create', 'coinflip.join', 'coinflip.cancel', 'coinflip.callBot'],
    ...['casebattle.create', 'casebattle.join', 'casebattle.leave', 'casebattle.cancel', 'casebattle.callBots'],
  ],
};
const SETS: readonly (readonly ApiScope[])[] = [[], ['read'], ['play'], ['read', 'play']];

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test.each(['demo', 'live'] as const)('in %s a key makes the listed calls of its scopes and no others', async (mode) => {
  const { deps } = world;
  const chain = mode === 'live' ? { drandChain: QUICKNET } : {};
  const { runner } = assemble({ ...deps, ...chain, config: { ...deps.config, mode } }, FEATURES);
  const calls = [...runner.bindings.values()].map(({ call }) => call);
  const wrong: string[] = [];
  for (const call of calls) {
    for (const scopes of SETS) {
      const listed = scopes.some((scope) => LISTED[scope].includes(call.name));
      const isPublic = call.kind === 'query' && PERMISSIONS[call.permission] === null;
      const expected = listed || isPublic ? 400 : 403;
      const answered = await admissionStatus(runner, call, world.actor({ apiKey: { id: 'key', scopes } }));
      if (answered !== expected) wrong.push(`${call.name} with [${scopes.join()}]: ${answered}, not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(calls.length).toBeGreaterThan(150);
});

test('every listed call exists, and no scope covers money in or out, trades, settings or keys', () => {
  const names = CALLS.map(({ name }) => name);
  for (const scope of API_SCOPES) expect(LISTED[scope].filter((name) => !names.includes(name))).toEqual([]);
  const commands = CALLS.filter(({ kind, scope }) => kind === 'command' && scope !== null);
  expect(commands.filter(({ scope }) => scope === 'read')).toEqual([]);
  const rooms = new Set(commands.map(({ name }) => name.split('.')[0]));
  expect([...rooms].sort()).toEqual(['casebattle', 'coinflip', 'jackpot']);
  expect(commands.filter(({ path }) => /steam|deposit|withdraw|market|key/.test(path))).toEqual([]);
});

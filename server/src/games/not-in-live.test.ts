/**
 * The choice of a winner exists only in a demo (rulings 1.2, 1.3): a live server does not know the calls, for any caller.
 */
import { setCasebattleWinner } from '@fairpot/contract/casebattle/schemas';
import { setCoinflipWinner, callBot } from '@fairpot/contract/coinflip/schemas';
import { getDemoItems } from '@fairpot/contract/demo/schemas';
import { setJackpotWinner } from '@fairpot/contract/jackpot/schemas';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { afterEach, expect, test } from 'vitest';
import { FEATURES } from '../app.ts';
import type { MakeFeature } from '../platform/runner/feature.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { ARENA_FEATURES } from '../../testing/games/casebattle/arena.fixture.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';

const SET_WINNER = [setCoinflipWinner, setJackpotWinner, setCasebattleWinner];
const features = [...ARENA_FEATURES, coinflipFeature, jackpotFeature];

let world: World;
afterEach(() => world.close());

/** Of the calls that choose a winner, those that a server in this mode knows. */
async function knownCalls(mode: 'demo' | 'live'): Promise<string[]> {
  world = await makeWorld({ features, config: { mode } });
  return SET_WINNER.map((call) => call.name).filter((name) => world.runner.bindings.has(name));
}

test('a demo knows the call of each game', async () => {
  expect(await knownCalls('demo')).toEqual(SET_WINNER.map((call) => call.name));
});

test('a live server knows none of them, and answers an admin like for any unknown staff call', async () => {
  expect(await knownCalls('live')).toEqual([]);
  const site = await world.http();
  const cookie = world.signedIn(world.actor({ status: 'ADMIN' }));
  for (const path of [...SET_WINNER.map((call) => call.path), '/admin/never/heard']) {
    const answer = await fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers: { cookie, origin: site.url, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: `ply_${'0'.repeat(26)}`, gameId: `rnd_${'0'.repeat(26)}` }),
    });
    expect(answer.status, path).toBe(403);
    expect(await answer.json()).toMatchObject({ success: false, message: 'Forbidden resource' });
  }
});

test('a live server describes the calls that it knows, and none of a demo', async () => {
  // Bound, but not started: the public log and the demo world play no part in this.
  const bound = FEATURES.map((make): MakeFeature => (deps, execute) => {
    const { start: _start, ...feature } = make(deps, execute);
    return feature;
  });
  const operationsOf = async (mode: 'demo' | 'live') => {
    world = await makeWorld({ features: bound, config: { mode } });
    const server = await world.http();
    const answer = await fetch(`${server.url}/api/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  };
  const people = CALLS.filter(({ permission }) => permission !== 'system').map(({ name }) => name);
  const demo = await operationsOf('demo');
  await world.close();
  const live = await operationsOf('live');
  expect(demo.toSorted()).toEqual(people.toSorted());
  const demoOnly = people.filter((name) => !live.includes(name));
  expect(demoOnly.toSorted()).toEqual([...SET_WINNER, callBot, getDemoItems].map(({ name }) => name).toSorted());
  expect(live.filter((name) => !people.includes(name))).toEqual([]);
});

/** The choice of a winner exists in a demo alone (rulings 1.2, 1.3): a live server does not know the calls, whoever asks. */
import { setCasebattleWinner, setCoinflipWinner, setJackpotWinner } from '@fairpot/contract/script';
import { afterEach, expect, test } from 'vitest';
import { makeWorld, type World } from '../testing/world.ts';
import { ARENA_FEATURES } from './casebattle/arena.fixture.ts';
import { coinflipFeature } from './coinflip/coinflip.feature.ts';
import { jackpotFeature } from './jackpot/jackpot.feature.ts';

const SET_WINNER = [setCoinflipWinner, setJackpotWinner, setCasebattleWinner];
const features = [...ARENA_FEATURES, coinflipFeature, jackpotFeature];

let world: World;
afterEach(() => world.close());

/** Of the calls that choose a winner, those that a server of this mode knows. */
async function known(mode: 'demo' | 'live'): Promise<string[]> {
  world = await makeWorld({ features, config: { mode } });
  return SET_WINNER.map((call) => call.name).filter((name) => world.runner.bindings.has(name));
}

test('a demo knows the call of each game', async () => {
  expect(await known('demo')).toEqual(SET_WINNER.map((call) => call.name));
});

test('a live server knows none of them, and answers an admin as to any call of staff that does not exist', async () => {
  expect(await known('live')).toEqual([]);
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

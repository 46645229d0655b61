/**
 * Routes that are not calls of the contract: each is in the list below, answers every role the same, and reads nothing from the caller. A planted
 * extra route is found.
 */
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { QUICKNET } from '@fairpot/fairness/protocol/beacon';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURES } from '../src/app.ts';
import { assemble } from '../src/platform/runner/command.ts';
import type { Feature } from '../src/platform/runner/feature.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: FEATURES });
});
afterAll(() => world.close());

/** Path below /api, a sample request, and the answer for every role. Each is a GET, and except for sign-out also a HEAD. */
const ROUTES: readonly (readonly [route: string, asked: string, status: number, why: string])[] = [
  ['/auth', '/auth', 302, 'to the provider, which signs the caller in'],
  ['/auth/return', '/auth/return', 302, 'no sign-in without the provider’s answer'],
  ['/auth/logout', '/auth/logout', 200, 'from other pages than ours: a button that ends the caller’s session'],
  ['/fair/log/checkpoint', '/fair/log/checkpoint', 404, 'public; nothing is published yet'],
  ['/fair/log/tile/*', '/fair/log/tile/0/000', 404, 'public'],
  ['/fair/log/proof/:roundId/:kind', '/fair/log/proof/rnd_none/lock', 404, 'public'],
  ['/share/:game/:id.png', '/share/coinflip/rnd_none.png', 404, 'public: the picture of a round'],
  ['/fair/solvency/tile/*', '/fair/solvency/tile/1/0/000', 404, 'public'],
];
/** By any method: 'POST /auth/logout' is the button. */
const POSTED = ['/auth/logout'];

async function routesOf(features: readonly Feature[]): Promise<string[]> {
  const found: string[] = [];
  const http = Fastify();
  http.addHook('onRoute', ({ method, url }) => void found.push(`${[method].flat().join(',')} ${url}`));
  for (const feature of features) await http.register(async (scope: FastifyInstance) => feature.routes?.(scope));
  await http.ready();
  return found.sort();
}

const expected = [
  ...ROUTES.flatMap(([route]) => [`GET ${route}`, `HEAD ${route}`]),
  ...POSTED.map((route) => `POST ${route}`),
].sort();

test.each(['demo', 'live'] as const)('%s has the listed routes and no others', async (mode) => {
  const { deps } = world;
  const chain = mode === 'live' ? { drandChain: QUICKNET } : {};
  const { features } = assemble({ ...deps, ...chain, config: { ...deps.config, mode } }, FEATURES);
  expect(await routesOf(features)).toEqual(expected);
  expect(CALLS.filter(({ path }) => ROUTES.some(([route]) => route === path))).toEqual([]);
});

test('a route that a feature hides next to the calls is found', async () => {
  const hidden: Feature = {
    name: 'hidden',
    bindings: [],
    routes: (scope) => void scope.post('/admin/outcome', async () => ({})),
  };
  expect((await routesOf([hidden])).filter((route) => !expected.includes(route))).toEqual(['POST /admin/outcome']);
});

test('each answers every role the same; an unknown route says so, or below /admin that it is forbidden', async () => {
  const { url } = await world.http();
  const wrong: string[] = [];
  for (const role of ['guest', 'young USER', 'USER', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const) {
    const asked: readonly (readonly [string, number])[] = [
      ...ROUTES.map(([, path, status]) => [path, status] as const),
      ['/no/such/call', 404],
      ['/admin/no/such/call', 403],
      ['/admin/jackpot/setWinner/', 403],
    ];
    const ask = async ([path, status]: readonly [string, number]): Promise<void> => {
      const actor = world.actor(
        role === 'young USER' ? { ageConfirmed: false } : role === 'guest' ? {} : { status: role },
      );
      const headers = role === 'guest' ? {} : { cookie: world.signedIn(actor) };
      const answer = await fetch(`${url}/api${path}`, { headers, redirect: 'manual' });
      await answer.arrayBuffer();
      if (answer.status !== status) wrong.push(`${path} to ${role}: ${answer.status}, not ${status}`);
    };
    await Promise.all(asked.map(ask));
  }
  expect(wrong).toEqual([]);
});

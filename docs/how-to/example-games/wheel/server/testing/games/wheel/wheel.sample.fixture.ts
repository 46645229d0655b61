/** The wheel for tests over all games. */
import { EXPIRY_MS } from '@fairpot/contract/wheel/calls';
import { createWheel, getWheel, joinWheel, listWheels, wheelHistory } from '@fairpot/contract/wheel/schemas';
import { queryCase, historyOf } from '../../plans/query-case.ts';
import { expiryCase } from '../../plans/sweep-case.ts';
import { giveItems } from '../../stages/players.ts';
import type { GameSample } from '../sample.fixture.ts';

export const sample: GameSample = {
  seats: 4,
  open: async (world, first) => {
    const inventoryIds = await giveItems(world, first, [1_100]);
    return (await world.run(createWheel, first, { inventoryIds })).gameId;
  },
  fill: async (world, gameId, others) => {
    for (const other of others)
      await world.run(joinWheel, other, { gameId, inventoryIds: await giveItems(world, other, [1_100]) });
  },
  endsAfterMs: [24_000],
  plans: {
    sweeps: [expiryCase('wheel', EXPIRY_MS)],
    queries: (round) => [
      queryCase(listWheels, {}, { limit: 200, finds: ({ games }) => games.length }),
      queryCase(getWheel, { id: round }, { limit: 1 }),
      ...historyOf(wheelHistory, round),
    ],
  },
};

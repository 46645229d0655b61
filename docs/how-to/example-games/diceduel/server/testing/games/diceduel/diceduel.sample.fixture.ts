/** The dice duel for tests over all games. */
import { EXPIRY_MS } from '@fairpot/contract/diceduel/calls';
import {
  cancelDiceduel,
  createDiceduel,
  diceduelHistory,
  getDiceduel,
  joinDiceduel,
  listDiceduels,
} from '@fairpot/contract/diceduel/schemas';
import { queryCase, historyOf } from '../../plans/query-case.ts';
import { expiryCase, repriceCase } from '../../plans/sweep-case.ts';
import { giveItems } from '../../stages/players.ts';
import type { GameSample } from '../sample.fixture.ts';

export const sample: GameSample = {
  seats: 2,
  open: async (world, first) => {
    const inventoryIds = await giveItems(world, first, [1_100]);
    return (await world.run(createDiceduel, first, { inventoryIds })).gameId;
  },
  fill: async (world, gameId, others) => {
    for (const other of others)
      await world.run(joinDiceduel, other, { gameId, inventoryIds: await giveItems(world, other, [1_100]) });
  },
  cancel: async (world, gameId, first) => void (await world.run(cancelDiceduel, first, { gameId })),
  endsAfterMs: [24_000],
  bet: { call: createDiceduel.name, input: {} },
  plans: {
    sweeps: [expiryCase('diceduel', EXPIRY_MS), repriceCase('diceduel')],
    queries: (round) => [
      queryCase(listDiceduels, {}, { limit: 200, finds: ({ games }) => games.length }),
      queryCase(getDiceduel, { id: round }, { limit: 1 }),
      ...historyOf(diceduelHistory, round),
    ],
  },
};

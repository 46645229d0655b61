/** Coinflip for tests over all games. */
import { createCoinflip, setCoinflipWinner } from '@fairpot/contract/coinflip/schemas';
import type { GameSample } from '../sample.fixture.ts';
import { CoinflipTable } from './table.fixture.ts';

export const sample: GameSample = {
  seats: 2,
  open: async (world, first) => {
    const table = new CoinflipTable(world);
    return table.create(first, await table.give(first, [1_100]));
  },
  fill: async (world, id, others) => {
    const table = new CoinflipTable(world);
    for (const other of others) await table.join(other, id, await table.give(other, [1_100]));
  },
  script: async (world, admin, id, winner) => {
    await world.run(setCoinflipWinner, admin, { gameId: id, userId: winner.id });
  },
  cancel: (world, id, first) => new CoinflipTable(world).cancel(first, id),
  endsAfterMs: [24_000],
  bet: { call: createCoinflip.name, input: { side: 1 } },
};

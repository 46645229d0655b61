/** Jackpot for tests over all games. */
import { JACKPOT_COUNTDOWN_MS } from '@fairpot/contract/jackpot/calls';
import { setJackpotWinner } from '@fairpot/contract/jackpot/schemas';
import type { Actor } from '../../../src/platform/runner/feature.ts';
import { back } from '../../cases/copies.ts';
import { sweepOnce } from '../../cases/sweep-case.ts';
import type { World } from '../../world.ts';
import type { GameSample } from '../sample.fixture.ts';
import { PotTable } from './pot.fixture.ts';

async function enter(world: World, player: Actor): Promise<void> {
  const table = new PotTable(world);
  await table.enter(player, await table.give(player, [1_100]));
}

async function open(world: World, first: Actor): Promise<string> {
  await sweepOnce(world.features, 'jackpot.table');
  const { id } = await new PotTable(world).round();
  await enter(world, first);
  return id;
}

async function fill(world: World, others: readonly Actor[]): Promise<void> {
  for (const other of others) await enter(world, other);
  await world.clock.advance(JACKPOT_COUNTDOWN_MS);
  await sweepOnce(world.features, 'jackpot.table');
}

export const sample: GameSample = {
  seats: 2,
  open,
  fill: (world, _, others) => fill(world, others),
  script: async (world, admin, id, winner) => {
    await world.run(setJackpotWinner, admin, { gameId: id, userId: winner.id });
  },
  endsAfterMs: [12_000],
  tables: { jackpot_rounds: { ofRound: back('countdown_at', 'deadline_at') } },
};

/** Coinflips played over HTTP. */
import { ok, type FundedPlayer } from '../operator-table.ts';

/** An open coinflip of `creator`. */
export async function openCoinflip({ player, items }: FundedPlayer): Promise<string> {
  const inventoryIds = [items.pop() ?? ''];
  return (await ok(player.post<{ gameId: string }>('/coinflip/create/inventory', { inventoryIds, side: 1 }))).gameId;
}

/** A locked coinflip of two players. */
export async function lockedCoinflip([creator, joiner]: readonly [FundedPlayer, FundedPlayer]): Promise<string> {
  const gameId = await openCoinflip(creator);
  await ok(
    joiner.player.post('/coinflip/join/inventory', { gameId, inventoryIds: [joiner.items.pop() ?? ''], side: 2 }),
  );
  return gameId;
}

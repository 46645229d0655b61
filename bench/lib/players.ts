/**
 * Players with sessions and items for a bench, made with the product's own commands, untimed. A game is a pair of stakes of equal worth: 1 to 3 items
 * of one type on each side. Used by stakes.ts.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import type { Call, CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { addPlayer, demoGrant, signIn } from '@fairpot/contract/system/schemas';
import { SYSTEM, type Runner } from '../../server/src/platform/runner/command.ts';
import type { Actor } from '../../server/src/platform/runner/feature.ts';

/** A game for load.ts: who creates, who joins, with which items. */
export interface PlannedGame {
  readonly creator: Stake;
  readonly joiner: Stake;
}

export interface Stake {
  readonly cookie: string;
  readonly items: readonly string[];
}

interface BenchPlayer {
  readonly id: string;
  readonly cookie: string;
}

/** Expensive enough that one of them is above the minimum bet. */
const TYPES = ITEM_TYPES.filter((type) => type.priceCents > 1_000 && type.priceCents < 6_000).slice(0, 12);
const STEAMID_BASE = 76_561_190_000_000_000n;
const FEWEST = 1;
const MAX = 3;

/** Signed-in adults who own nothing yet. */
export async function makePlayers(runner: Runner, count: number): Promise<BenchPlayer[]> {
  return inTurns(
    Array.from({ length: count }, (_, i) => i),
    async (i) => {
      const steamid = String(STEAMID_BASE + BigInt(i));
      const person = { steamid, name: `bench ${i}`, avatarHash: null, status: 'USER', isFake: false } as const;
      const { playerId } = await system(runner, addPlayer, { ...person, ageConfirmed: true });
      const token = randomBytes(32).toString('base64url');
      const sessionId = createHash('sha256').update(token).digest('hex');
      const nonce = `bench-${randomUUID()}`;
      await system(runner, signIn, { steamid, nonce, sessionId, userAgent: 'bench', address: '127.0.0.1' });
      return { id: playerId, cookie: `fp_session=${token}` };
    },
  );
}

/** At least `count` games for neighbouring players, with items granted for them alone, in a mixed order. */
export async function planGames(
  runner: Runner,
  players: readonly BenchPlayer[],
  count: number,
): Promise<PlannedGame[]> {
  const perPair = Math.ceil(count / (players.length / 2) / TYPES.length / MAX) * TYPES.length * MAX;
  const origin = `demo:bench-${randomUUID()}`;
  const perType = ((perPair / TYPES.length) * (FEWEST + MAX)) / 2;
  const items = TYPES.map(({ slug }) => ({ slug, kind: 'DEPOSIT' as const, count: perType }));
  const owned = await inTurns(players, async ({ id }) => {
    await system(runner, demoGrant, { playerId: id, origin, cents: 0, items });
    return byType(runner, id);
  });
  const rounds = Array.from({ length: perPair }, (_, game) =>
    players.flatMap((creator, i): PlannedGame[] => {
      const joiner = players[i + 1];
      if (i % 2 === 1 || !joiner) return [];
      const type = TYPES[game % TYPES.length]?.slug ?? '';
      const many = FEWEST + (Math.floor(game / TYPES.length) % (MAX - FEWEST + 1));
      const take = (at: number) => owned[at]?.get(type)?.splice(0, many) ?? [];
      return [
        { creator: { cookie: creator.cookie, items: take(i) }, joiner: { cookie: joiner.cookie, items: take(i + 1) } },
      ];
    }),
  );
  return rounds.flat();
}

async function byType(runner: Runner, id: string): Promise<Map<string, string[]>> {
  const actor: Actor = { kind: 'player', id, status: 'USER', isBot: false, ageConfirmed: true };
  const { items } = await runner.execute(siteInventory, actor, {});
  const found = new Map<string, string[]>(TYPES.map(({ slug }) => [slug, []]));
  for (const { id: itemId, item } of items) found.get(item.id)?.push(itemId);
  return found;
}

function system<C extends Call>(runner: Runner, call: C, input: CallInput<C>): Promise<CallOutput<C>> {
  return runner.execute(call, SYSTEM, input, { key: randomUUID() });
}

/** All of them, four at a time. */
async function inTurns<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const pending = list.entries();
  const worker = async () => {
    for (const [at, item] of pending) results[at] = await work(item);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return results;
}

/** A world in which a player can do everything that leaves traces: money, items, trades, battles, chat, coins. */
import { publishCase } from '@fairpot/contract/casebattle/cases/schemas';
import { signIn } from '@fairpot/contract/system/schemas';
import { actorOf } from '../../src/accounts/front.ts';
import { sessionIdOf } from '../../src/accounts/sessions.ts';
import { chatFeature } from '../../src/chat/chat.feature.ts';
import { cryptoFeature } from '../../src/crypto/crypto.feature.ts';
import { Arena, CASES, WORTH } from '../games/casebattle/arena.fixture.ts';
import { casebattleFeature } from '../../src/games/casebattle/casebattle.feature.ts';
import { fairFeature } from '../../src/games/kit/fair.feature.ts';
import { SYSTEM } from '../../src/platform/runner/command.ts';
import { Refused } from '../../src/platform/runner/refused.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { itemTypeAt } from '../item-types.ts';
import { answered } from '../stages/players.ts';
import { makeTradeDesk, PRICES, type TradeDesk } from '../trades/desk.fixture.ts';
import { protectionFeature } from '../../src/protection/protection.feature.ts';
import { upsertItemTypes } from '../../src/vault/types.ts';
import { profileFeature } from '../../src/profile/profile.feature.ts';

export interface ProfileWorld extends TradeDesk {
  readonly arena: Arena;
  /** The player as their next request finds them. */
  readonly now: (player: Actor) => Promise<Actor>;
  /** Signs in with this SteamID. Returns the player, with their session. */
  readonly signIn: (steamid: string) => Promise<Actor>;
  /** A sign-in with this SteamID: the code of its refusal, or the id of the account that it opened. */
  readonly signInBy: (steamid: string) => Promise<string>;
  readonly steamidOf: (player: Actor) => Promise<string>;
}

export async function makeProfileWorld(): Promise<ProfileWorld> {
  const features = [fairFeature, casebattleFeature, chatFeature, cryptoFeature, protectionFeature];
  // Dota items: items from their trades can be withdrawn at once.
  const desk = await makeTradeDesk({
    features: [...features, (deps, execute) => profileFeature(deps, execute)],
    appId: 570,
  });
  const { world } = desk;
  for (const feature of world.features) await feature.start?.();
  const others = WORTH.filter((price) => !PRICES.some((known) => known === price));
  await upsertItemTypes(world.db, others.map(itemTypeAt), world.clock.now());
  for (const each of Object.values(CASES)) await world.run(publishCase, SYSTEM, { ...each, items: [...each.items] });
  const signedIn = async (steamid: string): Promise<Actor> => {
    const token = Buffer.from(world.deps.random.bytes(32)).toString('base64url');
    const sessionId = sessionIdOf(token) ?? '';
    const nonce = `2026-01-01T00:00:00Z${token.slice(0, 20)}`;
    const seen = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', address: '203.0.113.7' };
    const { playerId } = await world.runner.execute(signIn, SYSTEM, { steamid, nonce, sessionId, ...seen });
    await answered(world.db, playerId);
    return { ...(await actorOf(world.db, playerId)), sessionId, signedInAt: world.clock.now() };
  };
  return {
    ...desk,
    arena: new Arena(world),
    now: (player) => actorOf(world.db, player.id),
    signIn: signedIn,
    signInBy: async (steamid) => {
      try {
        return (await signedIn(steamid)).id;
      } catch (error) {
        if (error instanceof Refused) return error.code;
        throw error;
      }
    },
    steamidOf: async ({ id }) =>
      (
        await world.db.one<{ steamid: string }>(
          sql`select coalesce(steamid, '') as steamid from players where id = ${id}`,
        )
      ).steamid,
  };
}

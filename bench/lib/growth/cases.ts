/** What players, staff and the site itself do on a grown site, through the product's own runner. Used by growth.ts. */
import { randomUUID } from 'node:crypto';
import { banFromChat, createMessage, unbanFromChat } from '@fairpot/contract/chat/schemas';
import { coinflipHistory, createCoinflip, joinCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { getRoundProof } from '@fairpot/contract/fair/schemas';
import { getLogConsistency, getLogProof, listLoggedRounds, listMyRounds } from '@fairpot/contract/log/schemas';
import { buyFromMarket, listMarket } from '@fairpot/contract/market/schemas';
import { getStatistics, listHistory } from '@fairpot/contract/profile/schemas';
import { listStaffActs } from '@fairpot/contract/staff/schemas';
import { searchUsers } from '@fairpot/contract/staff/users/schemas';
import { addPlayer, demoGrant } from '@fairpot/contract/system/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import type { Call, CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { SYSTEM } from '../../../server/src/platform/runner/command.ts';
import type { Actor } from '../../../server/src/platform/runner/feature.ts';
import { sql } from '../../../server/src/platform/database/sql.ts';
import { makePlayers, planGames, type PlannedGame } from '../players.ts';
import type { BenchSite } from '../site.ts';
import { roundAt } from './history.ts';

export interface GrowthSite {
  readonly site: BenchSite;
  /** Has the longest history. */
  readonly player: Actor;
  readonly admin: Actor;
  readonly players: readonly { readonly id: string; readonly cookie: string }[];
}

/** Called with the ms that a piece of work took. */
type Note = (name: string, ms: number) => void;
type Cases = Readonly<Record<string, (n: number) => Promise<unknown>>>;

const PLAYERS = 40;
const PLAYED = 60;
const SIDES = { creator: 1, joiner: 2 } as const;
const SETTLED_WITHIN_MS = 120_000;
/** The demo's bots play the other games meanwhile. */
const OTHERS_WITHIN_MS = 90_000;
const PAGES = 1_000;
const PAGE = 50;
const SWEEPS = ['fair.windows', 'fair.follow', 'coinflip.reveal'];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const actorOf = (id: string): Actor => ({ kind: 'player', id, status: 'USER', isBot: false, ageConfirmed: true });

function execute<C extends Call>(
  { inside }: BenchSite,
  call: C,
  actor: Actor | null,
  input: CallInput<C>,
): Promise<CallOutput<C>> {
  return inside.runner.execute(call, actor, input, call.kind === 'command' ? { key: randomUUID() } : {});
}

/** Plays and leaves at least one row in each table that grows. */
export async function prepareSite(site: BenchSite): Promise<GrowthSite> {
  const players = await makePlayers(site.inside.runner, PLAYERS);
  for (const { id } of players)
    await execute(site, demoGrant, SYSTEM, { playerId: id, origin: 'demo:growth', cents: 100_000_000, items: [] });
  const person = { name: 'admin', avatarHash: null, status: 'ADMIN', isFake: false, ageConfirmed: true } as const;
  const { playerId } = await execute(site, addPlayer, SYSTEM, { steamid: '76561190000099999', ...person });
  const admin: Actor = { ...actorOf(playerId), status: 'ADMIN', signedInAt: Date.now() };
  const player = actorOf(players[0]?.id ?? '');
  const ready = { site, player, admin, players };
  await playGames(ready, await planRounds(ready, PLAYED), () => undefined);
  await execute(site, createMessage, player, { message: 'good luck' });
  // Both are acts of staff, and the player is notified.
  await execute(site, banFromChat, admin, { userId: player.id });
  await execute(site, unbanFromChat, admin, { userId: player.id });
  await buyOne(ready, 0);
  const until = performance.now() + OTHERS_WITHIN_MS;
  while (performance.now() < until) {
    const { games } = await site.db.one<{ games: number }>(sql`
      select count(distinct game) as games from rounds where phase = 'settled' and not scripted`);
    if (games === 3) break;
    await pause(1_000);
  }
  return ready;
}

/** Games for `playGames`, with items granted for them. */
export async function planRounds({ site, players }: GrowthSite, count: number): Promise<readonly PlannedGame[]> {
  return (await planGames(site.inside.runner, players, count)).slice(0, count);
}

/** Coinflips of neighbouring players: 'create', 'join', and for each round its part of the settlement. */
export async function playGames(
  { site, players }: GrowthSite,
  games: readonly PlannedGame[],
  note: Note,
): Promise<void> {
  const ids = new Map(players.map(({ id, cookie }) => [cookie, id]));
  const actor = (cookie: string) => actorOf(ids.get(cookie) ?? '');
  for (const { creator, joiner } of games) {
    const began = performance.now();
    const { gameId } = await execute(site, createCoinflip, actor(creator.cookie), {
      inventoryIds: [...creator.items],
      side: SIDES.creator,
    });
    const created = performance.now();
    note('create', created - began);
    await execute(site, joinCoinflip, actor(joiner.cookie), {
      inventoryIds: [...joiner.items],
      side: SIDES.joiner,
      gameId,
    });
    note('join', performance.now() - created);
  }
  await settleAll(site, note);
}

/** Until no coinflip is locked; one that waits too long would close the game. */
export async function settleAll({ db, inside }: BenchSite, note: Note): Promise<void> {
  const sweeps = inside.features.flatMap((feature) => feature.sweeps ?? []);
  const { signal } = new AbortController();
  const until = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < until) {
    const { waiting } = await db.one<{ waiting: number }>(sql`
      select count(*) as waiting from rounds where phase = 'locked' and game = 'coinflip'`);
    if (waiting === 0) return;
    for (const name of SWEEPS) {
      const began = performance.now();
      const done = (await sweeps.find((sweep) => sweep.name === name)?.run(signal)) ?? 0;
      const each = (performance.now() - began) / done;
      if (name === 'coinflip.reveal') for (let i = 0; i < done; i += 1) note('settle, each of a batch', each);
    }
    await pause(500);
  }
  throw new Error('games were not settled in time');
}

async function buyOne({ site, player }: GrowthSite, n: number): Promise<void> {
  const { items } = await execute(site, listMarket, player, {});
  await execute(site, buyFromMarket, player, { itemIds: [items[n % items.length]?.id ?? ''] });
}

/** By name; the n-th question of each differs from the one before. */
export async function casesOf(ready: GrowthSite, rounds: number): Promise<Cases> {
  const { site, player, admin } = ready;
  const far = await site.db.one<{ at: number; id: number }>(sql`
    select at, id from ledger_history where player_id = ${player.id} and kind = 'MARKET'
    order by at desc, id desc offset ${PAGES * PAGE - 1} limit 1`);
  const nth = (n: number) => roundAt(1 + ((n * 7919) % rounds));
  const flips = await site.db.many<{ id: string }>(sql`
    select id from rounds where game = 'coinflip' and phase = 'settled' order by md5(id) limit 500`);
  const flip = (n: number) => flips[n % flips.length]?.id ?? '';
  const { size } = await site.db.one<{ size: number }>(sql`select size from log_state`);
  return {
    'open games': () => execute(site, listCoinflips, null, {}),
    'games, page 1': () => execute(site, coinflipHistory, null, {}),
    'games, far back': (n) => execute(site, coinflipHistory, null, { before: flip(n) }),
    'my rounds': () => execute(site, listMyRounds, player, {}),
    'movements, page 1': () => execute(site, listHistory, player, {}),
    'movements, page 1,000': () => execute(site, listHistory, player, { before: `${far.at}.m.${far.id}` }),
    profile: () => execute(site, getUser, player, {}),
    statistics: () => execute(site, getStatistics, player, {}),
    'market order': (n) => buyOne(ready, n),
    'round proof': (n) => execute(site, getRoundProof, null, { id: nth(n) }),
    'log proof': (n) => execute(site, getLogProof, null, { roundId: nth(n) }),
    'log consistency': (n) => execute(site, getLogConsistency, null, { from: 1 + ((n * 7919) % (size - 1)) }),
    'logged rounds, far back': (n) => execute(site, listLoggedRounds, null, { before: 1 + ((n * 7919) % size) }),
    'audit search': () => execute(site, listStaffActs, admin, { actor: admin.id, act: 'chat.never' }),
    'search of a player': (n) => execute(site, searchUsers, admin, { by: 'name', text: `player ${n % 900}` }),
  };
}

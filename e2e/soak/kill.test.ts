/**
 * kill -9 of the server, and of its database, at random moments of 100 coinflips; FAIRPOT_SOAK_KILLS=6 kills less often, in 40. rounds.test.ts covers
 * the other games.
 *
 * Players stake over HTTP as a browser would, repeating a call under its key until it is answered. At the end every acknowledged stake must be
 * settled or returned once: the games are replayed in order from the inventories of the beginning, and each player must hold exactly what the replay
 * says. Every result is verified as a stranger would.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Player } from '../lib/player.ts';
import { random } from '../lib/soak/random.ts';
import { Site } from '../lib/site.ts';

const KILLS = Number(process.env['FAIRPOT_SOAK_KILLS'] ?? 14);
const GAMES = Math.round((KILLS * 100) / 14 / 10) * 10;
const PLAYERS = 16;
const MIN_BET_USD = 10;
/** As long as a start may take on a slow machine, and a kill soon after it. */
const PATIENCE_MS = 180_000;

const seed = Number(process.env['FAIRPOT_SEED'] ?? randomInt(2 ** 31));
const next = random(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let site: Site;
const players: Player[] = [];
const began = new Map<string, string>();

beforeAll(async () => {
  site = await Site.start();
  for (let i = 0; i < PLAYERS; i++) {
    const player = new Player(site.origin, `soak-${i}`);
    await player.signUp();
    players.push(player);
    for (const item of await inventory(player)) began.set(item.id, player.name);
  }
}, 180_000);

afterAll(() => site.stop(), 30_000);

async function inventory(player: Player): Promise<SiteItem[]> {
  const { response } = await retryUntilAnswered(() => player.get<{ items: SiteItem[] }>('/user/inventory/site'));
  return response?.items ?? [];
}

/** Retries until there is an answer other than 'try again', as a client does. */
async function retryUntilAnswered<A extends { status: number }>(call: () => Promise<A>): Promise<A> {
  const until = performance.now() + PATIENCE_MS;
  for (let last = 'nothing'; ;) {
    const answer = await call().catch((error: unknown) => void (last = String(error)));
    if (answer && answer.status < 500 && ![408, 429].includes(answer.status)) return answer;
    if (answer) last = String(answer.status);
    if (performance.now() > until) throw new Error(`the site did not come back; last: ${last}`);
    await pause(100 + 50 * next());
  }
}

const free = (items: SiteItem[], busy: ReadonlySet<string>) =>
  items.filter((i) => i.type !== 'PRIZE_PROMO' && !busy.has(i.id));

/** Items of `items` worth more than `least` and less than `most` USD together: one or two of them. */
function fitting(items: SiteItem[], least: number, most: number): SiteItem[] | null {
  const fits = (chosen: SiteItem[]) => {
    const cents = chosen.reduce((sum, i) => sum + Math.round(i.item.priceUsd * 100), 0);
    return cents > least * 100 && cents < most * 100;
  };
  const single = items.filter((i) => fits([i]));
  if (single.length > 0) return [pick(single)];
  for (const a of items) for (const b of items) if (a.id < b.id && fits([a, b])) return [a, b];
  return null;
}

interface PlayedGame {
  readonly id: string;
  readonly stakes: Map<string, string[]>;
}
const played: PlayedGame[] = [];

/** One game: one player creates it, another joins. False when no player has fitting items at the moment. */
async function playOne(busy: Set<string>): Promise<boolean> {
  const creator = pick(players);
  const chosen = fitting(free(await inventory(creator), busy), MIN_BET_USD, 60);
  if (!chosen) return false;
  chosen.forEach((i) => busy.add(i.id));
  const side: Side = next() < 0.5 ? 1 : 2;
  const ids = chosen.map((i) => i.id);
  const [createKey, joinKey] = [randomUUID(), randomUUID()];
  const opened = await retryUntilAnswered(() =>
    creator.post<{ gameId: string }>('/coinflip/create/inventory', { inventoryIds: ids, side }, createKey),
  );
  if (!opened.response) return false;
  const game: PlayedGame = { id: opened.response.gameId, stakes: new Map([[creator.name, ids]]) };
  played.push(game);
  const total = chosen.reduce((sum, i) => sum + i.item.priceUsd, 0);
  for (const joiner of [...players].sort(() => next() - 0.5)) {
    if (joiner === creator) continue;
    const matching = fitting(free(await inventory(joiner), busy), total * 0.9, total * 1.1);
    if (!matching) continue;
    matching.forEach((i) => busy.add(i.id));
    const joinIds = matching.map((i) => i.id);
    const body = { inventoryIds: joinIds, side: side === 1 ? 2 : 1, gameId: game.id };
    const joined = await retryUntilAnswered(() => joiner.post('/coinflip/join/inventory', body, joinKey));
    if (joined.ok) game.stakes.set(joiner.name, joinIds);
    return joined.ok;
  }
  return false;
}

async function killNow(): Promise<void> {
  await (next() < 0.65 ? site.killServer() : site.killDatabase());
}

async function finalState(id: string): Promise<CoinflipGame> {
  for (let tries = 0; tries < 300; tries++) {
    const { response } = await retryUntilAnswered(() => pick(players).get<CoinflipGame>(`/coinflip/round/${id}`));
    if (response && response.phase !== 'COUNTDOWN') return response;
    await pause(500);
  }
  throw new Error(`round ${id} never ended`);
}

/** Final holder of each item, by replaying the games in the order of their settlement. */
function replay(games: CoinflipGame[]): Map<string, string> {
  const holder = new Map(began);
  for (const game of [...games].sort((a, b) => (a.settledAt ?? 0) - (b.settledAt ?? 0))) {
    if (game.phase !== 'SETTLED') continue;
    const winner = game.winnerSide === game.firstSide ? game.firstUser : game.secondUser;
    for (const { id } of [...game.firstItems, ...game.secondItems]) {
      holder.set(id, game.feeItemIds.includes(id) ? 'house' : (winner?.name ?? 'no winner'));
    }
  }
  return holder;
}

test(`${GAMES} coinflips and ${KILLS} kills: every acknowledged stake is settled or returned once (FAIRPOT_SEED=${seed})`, async () => {
  const busy = new Set<string>();
  const workers = Array.from({ length: 6 }, async () => {
    for (let idle = 0; played.length < GAMES && idle < 400;) {
      if (await playOne(busy)) continue;
      idle += 1;
      await pause(250);
      if (idle % 20 === 0) busy.clear(); // items won in the meantime may be staked again
    }
  });
  let kills = 0;
  const working = { now: true };
  const killer = (async () => {
    while (working.now || kills < KILLS) {
      await pause(1_000 + 4_000 * next());
      await killNow();
      kills += 1;
    }
  })();
  await Promise.all(workers);
  working.now = false;
  await killer;

  expect(played.length).toBeGreaterThanOrEqual(GAMES);
  for (const { id } of played) {
    const state = (await retryUntilAnswered(() => pick(players).get<CoinflipGame>(`/coinflip/round/${id}`))).response;
    const opener = players.find((p) => p.name === state?.firstUser.name);
    if (state?.phase === 'WAITING' && opener)
      await retryUntilAnswered(() => opener.post('/coinflip/cancel', { gameId: id }));
  }
  const games = await Promise.all(played.map(({ id }) => finalState(id)));

  for (const [index, game] of games.entries()) {
    const stakes = played[index]?.stakes ?? new Map<string, string[]>();
    for (const [name, ids] of stakes) {
      const shown = game.firstUser.name === name ? game.firstItems : game.secondItems;
      expect(shown.map((i) => i.id).sort(), `stake of ${name} in ${game.id}`).toEqual([...ids].sort());
    }
    if (game.phase !== 'SETTLED') continue;
    const proof = (await retryUntilAnswered(() => pick(players).get<unknown>(`/fair/round/${game.id}`))).response;
    const verdict = verifyRound(proof, { acceptSimulated: true });
    expect(verdict.failed, game.id).toBeNull();
  }
  expect(games.filter((g) => g.phase === 'SETTLED').length).toBeGreaterThanOrEqual(GAMES / 2);

  const holder = replay(games);
  for (const player of players) {
    const held = (await inventory(player)).map((i) => i.id).sort();
    const due = [...holder]
      .filter(([, name]) => name === player.name)
      .map(([id]) => id)
      .sort();
    expect(held, `items of ${player.name}`).toEqual(due);
  }
}, 600_000);

/**
 * The demo's house personas at the coinflip tables: they open games, join each other's, and sometimes a player's. They act through the runner, under
 * their own names and with their own items, like any player (rulings 1.5).
 *
 * Bounded: three to six of their games wait at a time and one starts every 30 to 45 seconds, however long the demo runs. Plans are in memory; after a
 * restart the bots plan from the existing tables again.
 */
import { createCoinflip, joinCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { joinWindow } from '@fairpot/contract/coinflip/calls';
import { otherSide } from '@fairpot/contract/coinflip/views';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Sweep } from '../platform/runner/feature.ts';
import { RandomChoice } from './draw.ts';
import { actorOf, MAX_STAKE_CENTS, stakeOf, stockOf, tried, type Stock } from './stock.ts';

const SECOND = 1_000;
const EVERY_MS = 2 * SECOND;
const FEWEST_WAITING = 3;
const MAX_WAITING = 6;
const MIN_STAKE_CENTS = 1_100;
/** How long a game among bots stays open for players first. */
const LEFT_TO_PLAYERS_MS = 20 * SECOND;
/** Percentage of players' games that a bot joins, if no player does first. */
const JOINS_PLAYERS = 65;

export function botSweep(deps: Deps, execute: Runner['execute']): Sweep {
  const players = new BotPlayers(deps, execute);
  return { name: 'demo.bots', everyMs: EVERY_MS, run: () => players.act() };
}

class BotPlayers {
  readonly #deps: Deps;
  readonly #execute: Runner['execute'];
  readonly #draw: RandomChoice;
  #nextOpenAt = 0;
  #nextDuelAt = 0;
  #wanted = MAX_WAITING;
  /** Known games of players: when to join, or null for never. */
  readonly #plans = new Map<string, number | null>();

  constructor(deps: Deps, execute: Runner['execute']) {
    this.#deps = deps;
    this.#execute = execute;
    this.#draw = new RandomChoice(deps.random);
  }

  /** Does at most one thing that is due; returns the number of things done. */
  async act(): Promise<number> {
    const list = await this.#execute(listCoinflips, SYSTEM, {});
    if (list.paused) return 0;
    const now = this.#deps.clock.now();
    const waiting = list.games.filter((game) => game.phase === 'WAITING');
    const ours = waiting.filter((game) => game.firstUser.isFake).sort((a, b) => a.createdAt - b.createdAt);
    const due = this.#dueAmongPlayers(waiting, now);
    if (due !== undefined) return this.#join(due, waiting);
    if (now >= this.#nextDuelAt && ours.length > FEWEST_WAITING) {
      const rival = ours.find((game) => now - game.createdAt >= LEFT_TO_PLAYERS_MS);
      this.#nextDuelAt = now + this.#draw.between(30, 45) * SECOND;
      if (rival !== undefined) return this.#join(rival, waiting);
    }
    if (now >= this.#nextOpenAt && ours.length < this.#wanted) {
      const hurry = ours.length + 1 < FEWEST_WAITING;
      this.#nextOpenAt = now + (hurry ? this.#draw.between(2, 6) : this.#draw.between(10, 30)) * SECOND;
      this.#wanted = this.#draw.between(FEWEST_WAITING + 1, MAX_WAITING);
      return this.#open(waiting, centsFromUsd(list.minbet));
    }
    return 0;
  }

  /** Plans joins for players' new games, and returns one that is due. */
  #dueAmongPlayers(waiting: readonly CoinflipGame[], now: number): CoinflipGame | undefined {
    if (!this.#deps.config.botsJoinPlayers) return undefined;
    const theirs = waiting.filter((game) => !game.firstUser.isFake);
    const known = new Set(theirs.map((game) => game.id));
    for (const id of this.#plans.keys()) if (!known.has(id)) this.#plans.delete(id);
    for (const { id } of theirs) {
      if (this.#plans.has(id)) continue;
      const after = this.#draw.between(25, 60) * SECOND;
      this.#plans.set(id, this.#draw.chance(JOINS_PLAYERS) ? now + after : null);
    }
    const due = theirs.find((game) => (this.#plans.get(game.id) ?? Infinity) <= now);
    if (due !== undefined) this.#plans.set(due.id, null);
    return due;
  }

  async #join(game: CoinflipGame, waiting: readonly CoinflipGame[]): Promise<number> {
    const stock = await stockOf(this.#deps, this.#execute, this.#draw);
    const others = this.#idleFirst(stock, waiting).filter((id) => id !== game.firstUser.id);
    const stake = stakeOf(others, stock, joinWindow(centsFromUsd(game.firstTotalUsd)), this.#draw);
    if (stake === null) return 0;
    const input = { gameId: game.id, side: otherSide(game.firstSide), inventoryIds: stake.ids };
    return tried(this.#deps, () => this.#execute(joinCoinflip, actorOf(stake.botId), input));
  }

  async #open(waiting: readonly CoinflipGame[], minbetCents: number): Promise<number> {
    const stock = await stockOf(this.#deps, this.#execute, this.#draw);
    // Small stakes are more common than large ones: the smaller of two draws.
    const target = Math.min(
      this.#draw.between(MIN_STAKE_CENTS, MAX_STAKE_CENTS),
      this.#draw.between(MIN_STAKE_CENTS, MAX_STAKE_CENTS),
    );
    const range = { minCents: Math.max(target, minbetCents + 1), maxCents: Math.max(target, minbetCents) + 400 };
    const stake = stakeOf(this.#idleFirst(stock, waiting), stock, range, this.#draw);
    if (stake === null) return 0;
    const side = this.#draw.chance(50) ? (1 as const) : (2 as const);
    return tried(this.#deps, () =>
      this.#execute(createCoinflip, actorOf(stake.botId), { inventoryIds: stake.ids, side }),
    );
  }

  /** Personas in random order, those without a waiting game before the others. */
  #idleFirst(stock: Stock, waiting: readonly CoinflipGame[]): string[] {
    const busy = new Set(waiting.map((game) => game.firstUser.id));
    const shuffled = this.#draw.shuffled([...stock.keys()].sort());
    return [...shuffled.filter((id) => !busy.has(id)), ...shuffled.filter((id) => busy.has(id))];
  }
}

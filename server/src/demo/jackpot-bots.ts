/**
 * The demo's house personas in the jackpot: two to four enter each round, some seconds apart, under their own names and with their own items, so that
 * a round among bots takes one to two minutes (rulings 1.5).
 *
 * Bounded: at most four bot entries per round, each persona once. Plans are in memory; existing entries are read from the round, so a restart causes
 * no second entry.
 */
import { getJackpot, joinJackpot, type JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Sweep } from '../platform/runner/feature.ts';
import { RandomChoice } from './draw.ts';
import { actorOf, MAX_STAKE_CENTS, stakeOf, stockOf, tried } from './stock.ts';

const SECOND = 1_000;
const EVERY_MS = 2 * SECOND;
const MIN_STAKE_CENTS = 500;
/** No bot enters in the last moments. */
const CLOSED_BEFORE_END_MS = 12 * SECOND;

export function jackpotBotSweep(deps: Deps, execute: Runner['execute']): Sweep {
  const players = new JackpotBots(deps, execute);
  return { name: 'demo.jackpot-bots', everyMs: EVERY_MS, run: () => players.act() };
}

class JackpotBots {
  readonly #deps: Deps;
  readonly #execute: Runner['execute'];
  readonly #draw: RandomChoice;
  #roundId = '';
  #wanted = 0;
  #nextAt = 0;

  constructor(deps: Deps, execute: Runner['execute']) {
    this.#deps = deps;
    this.#execute = execute;
    this.#draw = new RandomChoice(deps.random);
  }

  /** Enters once when it is time; returns whether it did. */
  async act(): Promise<number> {
    const { game, paused, minbet } = await this.#execute(getJackpot, SYSTEM, {});
    if (game === null || paused) return 0;
    const now = this.#deps.clock.now();
    if (game.id !== this.#roundId) this.#plan(game.id, now);
    const present = new Set(game.entries.filter(({ user }) => user.isFake).map(({ user }) => user.id));
    if (now < this.#nextAt || present.size >= this.#wanted || !takesBots(game, now)) return 0;
    this.#nextAt = now + this.#draw.between(6, 18) * SECOND;
    return this.#enter(present, centsFromUsd(minbet));
  }

  #plan(roundId: string, now: number): void {
    this.#roundId = roundId;
    this.#wanted = this.#draw.between(2, 4);
    this.#nextAt = now + this.#draw.between(8, 25) * SECOND;
  }

  async #enter(present: ReadonlySet<string>, minbetCents: number): Promise<number> {
    const stock = await stockOf(this.#deps, this.#execute, this.#draw);
    const others = this.#draw.shuffled([...stock.keys()].sort()).filter((id) => !present.has(id));
    // Small stakes are more common than large ones: the smaller of two draws.
    const target = Math.min(
      this.#draw.between(MIN_STAKE_CENTS, MAX_STAKE_CENTS),
      this.#draw.between(MIN_STAKE_CENTS, MAX_STAKE_CENTS),
    );
    const minCents = Math.max(target, minbetCents);
    const stake = stakeOf(others, stock, { minCents, maxCents: minCents + 600 }, this.#draw);
    if (stake === null) return 0;
    const input = { inventoryIds: stake.ids };
    return tried(this.#deps, () => this.#execute(joinJackpot, actorOf(stake.botId), input));
  }
}

function takesBots({ phase, deadlineAt }: JackpotRound, now: number): boolean {
  return phase === 'WAITING' || (phase === 'COUNTDOWN' && (deadlineAt ?? 0) - now > CLOSED_BEFORE_END_MS);
}

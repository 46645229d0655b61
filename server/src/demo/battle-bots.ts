/**
 * The demo's house personas in case battles: they open battles, join each other's, and fill up those of waiting players. They act through the runner,
 * under their own names and with their own balance (rulings 1.5).
 *
 * Bounded: two to four of their battles wait at a time, one opens every 20 to 45 seconds at most, and each run does at most one thing. Plans are in
 * memory; after a restart the bots plan from the existing battles again.
 */
import { listCases, type Case } from '@fairpot/contract/casebattle/cases/schemas';
import {
  createCasebattle,
  joinCasebattle,
  listCasebattles,
  type BattleType,
  type Casebattle,
} from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { demoGrant } from '@fairpot/contract/system/schemas';
import { bots } from '../accounts/front.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Sweep } from '../platform/runner/feature.ts';
import { storedSettings } from '../platform/runner/settings.ts';
import { battleTerms } from '../games/casebattle/terms.ts';
import { RandomChoice } from './draw.ts';
import { actorOf, tried } from './stock.ts';

const SECOND = 1_000;
const EVERY_MS = 2 * SECOND;
const FEWEST_WAITING = 2;
const MAX_WAITING = 4;
/** Maximum price of a seat in the bots' own battles. */
const MAX_SEAT_CENTS = 6_000;
/** How long a battle among bots stays open for players first. */
const LEFT_TO_PLAYERS_MS = 20 * SECOND;
/** A persona with less than this gets play money. */
const LOW_CENTS = 15_000;
const RESTOCK_CENTS = 60_000;
/** Small battles are more common than large ones. */
const TYPES: readonly BattleType[] = [
  ...(['STANDARD_2', 'STANDARD_2', 'STANDARD_2', 'TWO_VS_TWO', 'TWO_VS_TWO'] as const),
  ...(['STANDARD_3', 'STANDARD_3', 'STANDARD_4', 'STANDARD_5', 'STANDARD_6'] as const),
];

export function battleBotSweep(deps: Deps, execute: Runner['execute']): Sweep {
  const players = new BattleBots(deps, execute);
  return { name: 'demo.battle-bots', everyMs: EVERY_MS, run: () => players.act() };
}

class BattleBots {
  readonly #deps: Deps;
  readonly #execute: Runner['execute'];
  readonly #draw: RandomChoice;
  #nextOpenAt = 0;
  #nextSeatAt = 0;
  #wanted = MAX_WAITING;
  /** When a bot takes the next seat of a battle that a player is in. */
  readonly #plans = new Map<string, number>();

  constructor(deps: Deps, execute: Runner['execute']) {
    this.#deps = deps;
    this.#execute = execute;
    this.#draw = new RandomChoice(deps.random);
  }

  /** Does at most one thing that is due; returns the number of things done. */
  async act(): Promise<number> {
    if (battleTerms(await storedSettings(this.#deps.db)).paused) return 0;
    const battles = await this.#execute(listCasebattles, SYSTEM, {});
    const waiting = battles.filter((battle) => battle.status === 'PENDING' && !battle.scripted);
    const now = this.#deps.clock.now();
    const wanted = this.#dueAmongPlayers(waiting, now);
    if (wanted !== undefined) return this.#join(wanted);
    const ours = waiting.filter((battle) => seated(battle).every((seat) => seat.user.isFake));
    if (now >= this.#nextSeatAt && ours.length >= FEWEST_WAITING) {
      const oldest = [...ours].reverse().find((battle) => now - battle.createdAt >= LEFT_TO_PLAYERS_MS);
      this.#nextSeatAt = now + this.#draw.between(8, 18) * SECOND;
      if (oldest !== undefined) return this.#join(oldest);
    }
    if (now >= this.#nextOpenAt && ours.length < this.#wanted) {
      const hurry = ours.length < FEWEST_WAITING;
      this.#nextOpenAt = now + (hurry ? this.#draw.between(3, 8) : this.#draw.between(20, 45)) * SECOND;
      this.#wanted = this.#draw.between(FEWEST_WAITING + 1, MAX_WAITING);
      return this.#open();
    }
    return 0;
  }

  /** Battles with a player fill up seat by seat; a battle that a player opened waits longer for other players. */
  #dueAmongPlayers(waiting: readonly Casebattle[], now: number): Casebattle | undefined {
    if (!this.#deps.config.botsJoinPlayers) return undefined;
    const theirs = waiting.filter((battle) => seated(battle).some((seat) => !seat.user.isFake));
    const known = new Set(theirs.map((battle) => battle.id));
    for (const id of this.#plans.keys()) if (!known.has(id)) this.#plans.delete(id);
    for (const battle of theirs) {
      if (this.#plans.has(battle.id)) continue;
      const opener = seated(battle).find((seat) => seat.user.id === battle.creatorId);
      const after = opener?.user.isFake ? this.#draw.between(5, 12) : this.#draw.between(30, 60);
      this.#plans.set(battle.id, now + after * SECOND);
    }
    const due = theirs.find((battle) => (this.#plans.get(battle.id) ?? Infinity) <= now);
    if (due !== undefined) this.#plans.set(due.id, now + this.#draw.between(5, 12) * SECOND);
    return due;
  }

  async #join(battle: Casebattle): Promise<number> {
    const free = battle.teams.filter((team) => team.participants.length < battle.teamsParticipantsCount);
    const team = this.#draw.oneOf(free);
    const inIt = new Set(seated(battle).map((seat) => seat.user.id));
    const botId = await this.#payer(centsFromUsd(battle.priceUsd), (id) => !inIt.has(id));
    if (team === undefined || botId === undefined) return 0;
    return tried(this.#deps, () => this.#execute(joinCasebattle, actorOf(botId), { teamId: team.id }));
  }

  async #open(): Promise<number> {
    const cases = await this.#execute(listCases, SYSTEM, {});
    const chosen = this.#choose(cases);
    const price = chosen.reduce((sum, each) => sum + centsFromUsd(each.priceUsd), 0);
    const botId = await this.#payer(price, () => true);
    const type = this.#draw.oneOf(TYPES);
    if (chosen.length === 0 || botId === undefined || type === undefined) return 0;
    const input = { caseIds: chosen.map((each) => each.id), type };
    return tried(this.#deps, () => this.#execute(createCasebattle, actorOf(botId), input));
  }

  /** One to five cases, mostly cheap ones, within a bot's budget. */
  #choose(cases: readonly Case[]): Case[] {
    const chosen: Case[] = [];
    let left = Math.min(this.#draw.between(300, MAX_SEAT_CENTS), this.#draw.between(300, MAX_SEAT_CENTS));
    const count = Math.min(this.#draw.between(1, 5), this.#draw.between(1, 5));
    while (chosen.length < count) {
      const next = this.#draw.oneOf(cases.filter((each) => centsFromUsd(each.priceUsd) <= left));
      if (next === undefined) break;
      chosen.push(next);
      left -= centsFromUsd(next.priceUsd);
    }
    return chosen;
  }

  /** A persona that can pay; one with too little money gets play money first. */
  async #payer(cents: number, fits: (id: string) => boolean): Promise<string | undefined> {
    const ids = (await bots(this.#deps.db)).map((bot) => bot.id).filter(fits);
    const botId = this.#draw.oneOf(ids.sort());
    if (botId === undefined) return undefined;
    const { available } = await balancesOf(this.#deps.db, botId);
    if (available >= Math.max(cents, LOW_CENTS)) return botId;
    await this.#execute(demoGrant, SYSTEM, {
      playerId: botId,
      origin: `demo:battles:${this.#deps.clock.now()}`,
      cents: RESTOCK_CENTS,
      items: [],
    });
    return available + RESTOCK_CENTS >= cents ? botId : undefined;
  }
}

function seated(battle: Casebattle) {
  return battle.teams.flatMap((team) => team.participants);
}

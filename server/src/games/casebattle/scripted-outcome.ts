/**
 * The outcome of a scripted battle (demo only): drops that let the chosen team win by at least the requested lead. Pure; called by
 * the sweep that ends such a battle. It is no outcome of the protocol: nothing was committed to, and no client is led to believe
 * so.
 *
 * Drops are drawn by their weights if that gives the lead. Otherwise single drops are moved to the ends of their tables, the chosen
 * team's first, until it does.
 */
import type { BattleMode } from '@fairpot/contract/casebattle/schemas';
import type { CasebattleOutcome } from '@fairpot/fairness/games/casebattle';
import type { CasebattleRoll } from '@fairpot/fairness/games/casebattle-lock';
import { itemAt, type CaseTable } from '@fairpot/fairness/games/drop-table';
import { sumOf } from '@fairpot/fairness/base/tickets';
import type { Payouts } from '@fairpot/fairness/games/payout';
import type { Sampler } from '@fairpot/fairness/base/uniform';

export interface ScriptedBattle {
  /** One per round. */
  readonly tables: readonly CaseTable[];
  /** By team, then seat. */
  readonly seats: readonly { readonly team: number; readonly seat: number; readonly pseudonym: string }[];
  readonly mode: BattleMode;
}

/** The greatest possible lead of a team: it drops the best of every table, all others the worst. */
export function greatestLead({ tables, seats }: Pick<ScriptedBattle, 'tables' | 'seats'>): number {
  const teams = new Set(seats.map((seat) => seat.team)).size;
  const spread = tables.map(({ cents }) => Math.max(...cents) - Math.min(...cents));
  return (sumOf(spread) * seats.length) / teams;
}

/** Throws when no drops reach that lead (`greatestLead`). */
export function scriptedOutcome(
  battle: ScriptedBattle,
  winnerTeam: number,
  leadCents: number,
  sample: Sampler,
): CasebattleOutcome {
  const rolls = battle.tables.flatMap((table, round) =>
    battle.seats.map(({ team, seat }): CasebattleRoll => {
      const ticket = sample(sumOf(table.weights), `scripted|roll|${round}|${team}|${seat}`);
      return { round, team, seat, ticket, item: itemAt(table, ticket) };
    }),
  );
  const order = [...rolls.keys()].sort(
    (a, b) => Number(rolls[b]?.team === winnerTeam) - Number(rolls[a]?.team === winnerTeam),
  );
  for (const at of order) {
    if (leadOf(battle, rolls, winnerTeam) >= leadCents) break;
    const roll = rolls[at];
    if (roll) rolls[at] = bestRoll(battle, roll, roll.team === winnerTeam);
  }
  if (leadOf(battle, rolls, winnerTeam) < leadCents) throw new Error(`no drops give a lead of ${leadCents} cents`);
  return { rolls, teamCents: totalsOf(battle, rolls), tied: [winnerTeam], winnerTeam };
}

/** The pot is the sum of the drops; the winner's seats share it evenly, odd cents go to the first ones. */
export function scriptedPayouts({ seats }: Pick<ScriptedBattle, 'seats'>, outcome: CasebattleOutcome): Payouts {
  const potCents = sumOf(outcome.teamCents);
  const winners = seats.filter((seat) => seat.team === outcome.winnerTeam);
  const base = Math.floor(potCents / winners.length);
  const odd = potCents - base * winners.length;
  const shares = winners.map(({ pseudonym }, at) => ({ player: pseudonym, cents: base + (at < odd ? 1 : 0) }));
  return { potCents, feeCents: 0, items: [], feeItems: [], shares };
}

function totalsOf({ tables, seats }: ScriptedBattle, rolls: readonly CasebattleRoll[]): number[] {
  const teams = [...new Set(seats.map((seat) => seat.team))];
  return teams.map((team) =>
    sumOf(rolls.filter((roll) => roll.team === team).map((roll) => tables[roll.round]?.cents[roll.item] ?? 0)),
  );
}

/** The team's lead under the mode; negative when it is behind. */
function leadOf(battle: ScriptedBattle, rolls: readonly CasebattleRoll[], winnerTeam: number): number {
  const totals = totalsOf(battle, rolls);
  const own = totals[winnerTeam] ?? 0;
  const others = totals.filter((_, team) => team !== winnerTeam);
  return battle.mode === 'INVERSE' ? Math.min(...others) - own : own - Math.max(...others);
}

/** The roll with the drop that helps the chosen team most, at the first ticket of that drop. */
function bestRoll({ tables, mode }: ScriptedBattle, roll: CasebattleRoll, chosen: boolean): CasebattleRoll {
  const table = tables[roll.round];
  if (!table) throw new Error(`there is no round ${roll.round}`);
  const dear = chosen === (mode !== 'INVERSE');
  const item = table.cents.indexOf(dear ? Math.max(...table.cents) : Math.min(...table.cents));
  return { ...roll, item, ticket: sumOf(table.weights.slice(0, item)) };
}

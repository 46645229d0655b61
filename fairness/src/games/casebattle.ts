/**
 * The case battle: seats in teams open the same cases; the mode decides which team wins and which seats are paid.
 *
 * Invariant: every seat of a battle round rolls the same table with a ticket of its own; the mode decides which team
 * total wins (the highest, when the lock names no mode), and a tie is drawn with equal chances from the same committed
 * randomness.
 */
import { readArray, readInt, readObject, readOneOf, ShapeError } from '../encoding/shape.ts';
import { parseLockedBlock, readPlayer } from '../base/lock-base.ts';
import { sumOf } from '../base/tickets.ts';
import type { Sampler } from '../base/uniform.ts';
import { NAMED_MODES, type CasebattleEntry, type CasebattleLock, type CasebattleRoll } from './casebattle-lock.ts';
import { modeOf } from './casebattle-modes/modes.ts';
import { dropPercents } from './chance.ts';
import { itemAt, parseCaseTable } from './drop-table.ts';
import type { CaseTable } from './drop-table.ts';
import { feeCents } from './fee.ts';
import type { TraceClaim, GameRules, Payouts } from './game.ts';

/**
 * `rolls` by round, then team, then seat. `tied` are the leading teams by the mode, in ascending order: one without a
 * tie.
 */
export type CasebattleOutcome = {
  readonly rolls: readonly CasebattleRoll[];
  readonly teamCents: readonly number[];
  readonly tied: readonly number[];
  readonly winnerTeam: number;
};

export const casebattle: GameRules<CasebattleLock, CasebattleOutcome> = {
  name: 'casebattle',
  delayMs: 6_000,
  // The mode only when it is named, so that a record has one spelling.
  ownFields: (record) => ('mode' in record ? ['cases', 'mode'] : ['cases']),
  parseLock: (base, fields, path) => ({
    ...base,
    game: 'casebattle',
    eos: fields['eos'] === null ? null : parseLockedBlock(fields['eos'], `${path}.eos`),
    ...('mode' in fields && { mode: readOneOf(fields['mode'], `${path}.mode`, NAMED_MODES) }),
    entries: parseSeats(fields['entries'], `${path}.entries`),
    cases: readArray(fields['cases'], `${path}.cases`, 1, parseCaseTable),
  }),
  tables: (lock) => lock.cases,
  mode: (lock) => lock.mode ?? 'NORMAL',
  outcome: casebattleOutcome,
  parseOutcome: parseBattleOutcome,
  ticket: publishedTicket,
  winners: (lock, outcome) => paidSeats(lock, battleOutcome(outcome)).map(({ player }) => player),
  payouts: (lock, outcome, items) => {
    if (items.length > 0) throw new Error('a battle holds no items');
    return battlePayouts(lock, battleOutcome(outcome));
  },
  chances: () => [],
  chanceClaim,
};

/** Draws a ticket per round and seat, label `casebattle|roll|r|t|s`, and one more, `casebattle|tie`, for a tie. */
export function casebattleOutcome(lock: CasebattleLock, sample: Sampler): CasebattleOutcome {
  const rolls = lock.cases.flatMap((table, round) => rollCase(lock, table, round, sample));
  const teams = new Set(lock.entries.map((entry) => entry.team)).size;
  const teamCents = Array.from({ length: teams }, (_, team) =>
    sumOf(rolls.filter((roll) => roll.team === team).map((roll) => lock.cases[roll.round]?.cents[roll.item] ?? 0)),
  );
  const tied = modeOf(lock).leaders(teamCents, rolls, lock);
  const chosen = tied.length > 1 ? sample(tied.length, 'casebattle|tie') : 0;
  const winnerTeam = tied[chosen];
  if (winnerTeam === undefined) throw new Error('a battle needs at least one team');
  return { rolls, teamCents, tied, winnerTeam };
}

function rollCase(lock: CasebattleLock, table: CaseTable, round: number, sample: Sampler): CasebattleRoll[] {
  const total = sumOf(table.weights);
  return lock.entries.map(({ team, seat }) => {
    const ticket = sample(total, `casebattle|roll|${round}|${team}|${seat}`);
    return { round, team, seat, ticket, item: itemAt(table, ticket) };
  });
}

function publishedTicket({ rolls, tied, winnerTeam }: CasebattleOutcome, label: string): number | undefined {
  if (label === 'casebattle|tie') return tied.indexOf(winnerTeam);
  return rolls.find((roll) => label === `casebattle|roll|${roll.round}|${roll.team}|${roll.seat}`)?.ticket;
}

function isBattleOutcome(outcome: object): outcome is CasebattleOutcome {
  return 'teamCents' in outcome;
}

function battleOutcome(outcome: object): CasebattleOutcome {
  if (!isBattleOutcome(outcome)) throw new Error('not the outcome of a battle');
  return outcome;
}

/**
 * All drops go to the seats that the mode pays, split evenly; the remaining cents go to the first of them, one each.
 */
function battlePayouts(lock: CasebattleLock, outcome: CasebattleOutcome): Payouts {
  const potCents = sumOf(outcome.teamCents);
  const fee = feeCents(potCents, lock.feeBps);
  const seats = paidSeats(lock, outcome);
  const rest = (potCents - fee) % seats.length;
  const even = (potCents - fee - rest) / seats.length;
  const shares = seats.map((entry, i) => ({ player: entry.player, cents: even + (i < rest ? 1 : 0) }));
  return { potCents, feeCents: fee, items: [], feeItems: [], shares };
}

function paidSeats(lock: CasebattleLock, { winnerTeam }: CasebattleOutcome): readonly CasebattleEntry[] {
  const seats = modeOf(lock).paid(lock, winnerTeam);
  if (seats.length === 0) throw new Error(`team ${winnerTeam} has no seat`);
  return seats;
}

/** The published drops come from the tables in the lock. */
function chanceClaim(lock: CasebattleLock, { rolls }: CasebattleOutcome): TraceClaim {
  return {
    title: 'Every seat rolls each table once',
    computed: `${lock.cases.length * lock.entries.length} rolls`,
    expected: `${rolls.length} rolls`,
    detail: lock.cases.map((table) => `${table.caseId}: ${dropPercents(table).join('% / ')}%`).join('; '),
  };
}

function parseSeats(value: unknown, path: string): CasebattleEntry[] {
  const players = new Set<string>();
  let next = [{ team: 0, seat: 0 }];
  return readArray(value, path, 1, (entry, at) => {
    const fields = readObject(entry, at, ['player', 'team', 'seat']);
    const team = readInt(fields['team'], `${at}.team`);
    const seat = readInt(fields['seat'], `${at}.seat`);
    if (!next.some((place) => place.team === team && place.seat === seat))
      throw new ShapeError(at, `team ${team} seat ${seat} is out of order`);
    next = [
      { team, seat: seat + 1 },
      { team: team + 1, seat: 0 },
    ];
    const player = readPlayer(fields['player'], `${at}.player`);
    if (players.has(player)) throw new ShapeError(`${at}.player`, 'a player who has a seat already');
    players.add(player);
    return { player, team, seat };
  });
}

function parseBattleOutcome(value: unknown, path: string): CasebattleOutcome {
  const fields = readObject(value, path, ['rolls', 'teamCents', 'tied', 'winnerTeam']);
  return {
    rolls: readArray(fields['rolls'], `${path}.rolls`, 1, parseRoll),
    teamCents: readArray(fields['teamCents'], `${path}.teamCents`, 1, (each, at) => readInt(each, at)),
    tied: readArray(fields['tied'], `${path}.tied`, 1, (each, at) => readInt(each, at)),
    winnerTeam: readInt(fields['winnerTeam'], `${path}.winnerTeam`),
  };
}

function parseRoll(value: unknown, path: string): CasebattleRoll {
  const fields = readObject(value, path, ['round', 'team', 'seat', 'ticket', 'item']);
  return {
    round: readInt(fields['round'], `${path}.round`),
    team: readInt(fields['team'], `${path}.team`),
    seat: readInt(fields['seat'], `${path}.seat`),
    ticket: readInt(fields['ticket'], `${path}.ticket`),
    item: readInt(fields['item'], `${path}.item`),
  };
}

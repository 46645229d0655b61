/**
 * The rules of case battles as pure functions: who may open, join, leave or cancel, what a reveal decides, when the screen shows
 * it, and who is paid. Called by the commands on what they loaded, by the settlement and the sweeps. Sources: rulings 1.5 and 4,
 * spec 3, 4 and 7, protocol fp/2.
 */
import type { BattleMode, BattleType } from '@fairpot/contract/casebattle/schemas';
import { BATTLE_SHAPES } from '@fairpot/contract/casebattle/views';
import {
  CASEBATTLE_MAX_USD,
  REPLAY_LEAD_MS,
  REPLAY_TAIL_MS,
  REPLAY_TIE_MS,
  roundMsFor,
} from '@fairpot/contract/casebattle/calls';
import { cents, centsFromUsd, plainUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { modeOf } from '@fairpot/fairness/games/casebattle-modes/modes';
import type { CasebattleOutcome } from '@fairpot/fairness/games/casebattle';
import type { CasebattleLock } from '@fairpot/fairness/games/casebattle-lock';
import { outcomeOf } from '@fairpot/fairness/games/outcome';
import { payoutsOf } from '@fairpot/fairness/games/payout';
import type { RoundDecision, Reveal } from '../kit/round-game.ts';
import type { Round } from '../kit/rounds.ts';
import { keyOf, lockOf } from '../kit/rules.ts';
import type { RuleResult } from '../../platform/runner/refused.ts';
import type { CaseRow } from './cases/case-store.ts';
import type { Battle, ReplayRow, SeatRow } from './store.ts';

const MAX_CENTS = centsFromUsd(CASEBATTLE_MAX_USD);

export interface BattleTerms {
  readonly paused: boolean;
  /** A locked battle has waited for its beacon for more than a minute. */
  readonly beaconAway: boolean;
  readonly openModes: readonly BattleMode[];
}

export interface NewBattleRequest {
  readonly caseIds: readonly string[];
  readonly mode: BattleMode;
  /** The price that the player saw; null when the request has none. */
  readonly priceCents: Cents | null;
}

/** May this battle be opened? `offered`: those of its cases that can be opened now. The value has one case per round. */
export function admitCreate(
  request: NewBattleRequest,
  offered: readonly CaseRow[],
  terms: BattleTerms,
): RuleResult<{ readonly cases: readonly CaseRow[]; readonly priceCents: Cents }> {
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  if (!terms.openModes.includes(request.mode)) return { refused: 'MODE_CLOSED' };
  const byId = new Map(offered.map((each) => [each.caseId, each]));
  const cases = request.caseIds.flatMap((id) => byId.get(id) ?? []);
  if (cases.length !== request.caseIds.length) return { refused: 'NO_CASE' };
  const priceCents = sumCents(cases.map((each) => each.priceCents));
  if (priceCents > MAX_CENTS) return { refused: 'BATTLE_TOO_DEAR', details: { max: plainUsd(MAX_CENTS) } };
  if (request.priceCents !== null && request.priceCents !== priceCents) {
    return { refused: 'PRICE_CHANGED', details: { price: plainUsd(priceCents) } };
  }
  return { value: { cases, priceCents } };
}

/** Why the battle can no longer be changed; null while it waits for players. */
function notWaiting(battle: Battle | undefined): RuleResult<never> | null {
  switch (battle?.round.phase) {
    case 'open':
      return null;
    case 'locked':
      return { refused: 'BATTLE_STARTED' };
    case 'settled':
      return { refused: battle.closedAt === null ? 'BATTLE_STARTED' : 'GAME_FINISHED' };
    case 'voided':
      return { refused: 'GAME_FINISHED' };
    case 'cancelled':
    case undefined:
      return { refused: 'NO_GAME' };
  }
}

/** A place in a battle; both numbers start at 0. */
export interface SeatPlace {
  readonly team: number;
  readonly seat: number;
}

/** All places of a type, by team, then seat. */
export function placesOf(type: BattleType): SeatPlace[] {
  const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
  return Array.from({ length: teams * seatsPerTeam }, (_, at) => ({
    team: Math.floor(at / seatsPerTeam),
    seat: at % seatsPerTeam,
  }));
}

export function freePlaces({ type, seats }: Pick<Battle, 'type' | 'seats'>): SeatPlace[] {
  return placesOf(type).filter((place) => !seats.some((taken) => samePlace(taken, place)));
}

function samePlace(a: SeatPlace, b: SeatPlace): boolean {
  return a.team === b.team && a.seat === b.seat;
}

/** The requested free place: this seat of the team, or its first free one. */
function choosePlace(battle: Battle, team: number, seat: number | null): RuleResult<SeatPlace> {
  const asked = placesOf(battle.type).filter((place) => place.team === team && (seat === null || place.seat === seat));
  if (asked.length === 0) return { refused: 'NO_TEAM' };
  const place = freePlaces(battle).find((free) => asked.some((each) => samePlace(each, free)));
  return place ? { value: place } : { refused: 'SEAT_TAKEN' };
}

export interface SeatRequest {
  readonly playerId: string;
  readonly team: number;
  /** Null: the first free one of the team. */
  readonly seat: number | null;
  /** Staff or a house persona: may enter a scripted battle. */
  readonly house: boolean;
}

/** May this player take that seat? */
export function admitJoin(
  battle: Battle | undefined,
  request: SeatRequest,
  terms: Omit<BattleTerms, 'openModes'>,
): RuleResult<SeatPlace> {
  const over = notWaiting(battle);
  if (over) return over;
  if (!battle) return { refused: 'NO_GAME' };
  if (battle.seats.some((seat) => seat.playerId === request.playerId)) return { refused: 'ALREADY_IN_BATTLE' };
  if (battle.round.scripted && !request.house) return { refused: 'ROUND_SCRIPTED' };
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  return choosePlace(battle, request.team, request.seat);
}

/** May this player leave their seat? Until the last seat is taken; the creator cancels instead. */
export function admitLeave(
  battle: Battle | undefined,
  playerId: string,
): RuleResult<{ readonly battle: Battle; readonly seat: SeatRow }> {
  const over = notWaiting(battle);
  if (over) return over;
  const seat = battle?.seats.find((each) => each.playerId === playerId);
  if (!battle || !seat) return { refused: 'NOT_IN_BATTLE' };
  if (battle.creatorId === playerId) return { refused: 'CREATOR_STAYS' };
  // The chosen winner cannot leave.
  if (battle.round.script?.winnerId === playerId) return { refused: 'ROUND_SCRIPTED' };
  return { value: { battle, seat } };
}

/** May this player cancel the battle, or call bots into it? Only its creator, until the last seat is taken. */
export function admitCreator(battle: Battle | undefined, playerId: string): RuleResult<Battle> {
  if (!battle) return { refused: 'NO_GAME' };
  if (battle.creatorId !== playerId) return { refused: 'NOT_YOUR_GAME' };
  return notWaiting(battle) ?? { value: battle };
}

/** The free places that bots are called to: the requested one, or all. */
export function admitCall(
  battle: Battle,
  asked: { readonly team: number; readonly seat: number | null } | null,
  terms: Omit<BattleTerms, 'openModes'>,
): RuleResult<readonly SeatPlace[]> {
  if (terms.paused || terms.beaconAway) return { refused: 'GAME_PAUSED' };
  if (asked === null) return { value: freePlaces(battle) };
  const place = choosePlace(battle, asked.team, asked.seat);
  return 'refused' in place ? place : { value: [place.value] };
}

/**
 * The result of a locked battle, from lock, secret and beacon outputs alone. Throws when the stored battle contradicts its lock or
 * its commitment: such a battle is never paid by guesswork.
 */
export function decide(round: Round, reveal: Reveal): RoundDecision {
  const lock = lockOf<CasebattleLock>(round, 'casebattle', (stored, entry) => stored.pick === entry.team);
  const outcome = outcomeOf(keyOf(round, lock, reveal), lock);
  const payouts = payoutsOf(lock, outcome, []);
  const first = modeOf(lock).paid(lock, outcome.winnerTeam)[0];
  const winner = round.entries.find((entry) => entry.pseudonym === first?.player);
  if (!winner) throw new Error(`${round.id}: no player is in team ${outcome.winnerTeam}`);
  return { outcome, payouts, winnerNo: winner.no };
}

/** The schedule of the replay, for a result that is published `at`. */
export function replayOf(rounds: number, outcome: CasebattleOutcome, at: number): ReplayRow {
  const startsAt = at + REPLAY_LEAD_MS;
  const roundMs = roundMsFor(rounds);
  const tieMs = outcome.tied.length > 1 ? REPLAY_TIE_MS : 0;
  return { startsAt, roundMs, tieMs, endsAt: startsAt + rounds * roundMs + tieMs + REPLAY_TAIL_MS };
}

/** A player's payment, and the entry it is for. */
export interface BattleWinnings {
  readonly no: number;
  readonly playerId: string;
  readonly cents: Cents;
}

/** All payments, in the order of the entries. The payouts name pseudonyms, which are one per player. */
export function winsOf(round: Round): BattleWinnings[] {
  const shares = (round.result ?? round.script)?.payouts?.shares ?? [];
  return shares.map(({ player, cents: won }) => {
    const entry = round.entries.find((each) => each.pseudonym === player);
    if (!entry) throw new Error(`${round.id}: no entry of ${player}`);
    return { no: entry.no, playerId: entry.playerId, cents: cents(won) };
  });
}

/** The place of an entry: entries of a battle are numbered by team, then seat. */
export function placeOf(type: BattleType, round: Round, no: number): SeatPlace {
  const place = placesOf(type)[no - 1];
  if (!place) throw new Error(`${round.id}: a ${type} has no seat ${no}`);
  return place;
}

/** The outcome of a settled battle; for a scripted one, what it shows. */
export function outcomeOfBattle(round: Round): CasebattleOutcome | null {
  const outcome = (round.result ?? round.script)?.outcome;
  if (!outcome) return null;
  if (!('rolls' in outcome)) throw new Error(`${round.id}: not the outcome of a battle`);
  return outcome;
}

/**
 * The seats of a battle in order, their players, and the texts for them. Used by every picture of a battle. Pure.
 */
import type { BattleMode, BattleParticipant, BattleType, Casebattle } from '@fairpot/contract/casebattle/schemas';
import { BATTLE_SHAPES, teamIdOf } from '@fairpot/contract/casebattle/views';
import { texts } from './texts.ts';

export interface BattleSeat {
  /** Over all teams, from 0: by team, then seat, as in the lock. */
  readonly index: number;
  readonly team: number;
  /** Within its team, from 0. */
  readonly seat: number;
  readonly teamId: string;
  /** Null while it is free. */
  readonly taken: BattleParticipant | null;
}

/** In the order of the create bar. */
export const BATTLE_TYPES = [
  'STANDARD_2',
  'STANDARD_3',
  'STANDARD_4',
  'STANDARD_5',
  'STANDARD_6',
  'TWO_VS_TWO',
] as const satisfies readonly BattleType[];

type SeatSource = Pick<Casebattle, 'id' | 'type' | 'teams'>;

/** Every seat, free ones too. */
export function seatsOf({ id, type, teams }: SeatSource): readonly BattleSeat[] {
  const { teams: teamCount, seatsPerTeam } = BATTLE_SHAPES[type];
  return Array.from({ length: teamCount * seatsPerTeam }, (_, index) => {
    const team = Math.floor(index / seatsPerTeam);
    const seat = index % seatsPerTeam;
    const taken = teams[team]?.participants.find((participant) => participant.seat === seat) ?? null;
    return { index, team, seat, teamId: teamIdOf(id, team), taken };
  });
}

export function teamsOf(battle: SeatSource): readonly (readonly BattleSeat[])[] {
  const seats = seatsOf(battle);
  return Array.from({ length: BATTLE_SHAPES[battle.type].teams }, (_, team) =>
    seats.filter((seat) => seat.team === team),
  );
}

/** The user's own seat; null for spectators. */
export function ownSeat(battle: SeatSource, me: string | null): BattleSeat | null {
  return me === null ? null : (seatsOf(battle).find(({ taken }) => taken?.user.id === me) ?? null);
}

/** 'Seat 3', or 'Team 1, seat 2' where teams have several. */
export function seatText(type: BattleType, { team, seat }: Pick<BattleSeat, 'team' | 'seat'>): string {
  return BATTLE_SHAPES[type].seatsPerTeam === 1 ? texts.seat.one(team + 1) : texts.seat.ofTeam(team + 1, seat + 1);
}

/** 'Seat 3' or 'Team 1': the unit that plays for one total. */
export function teamText(type: BattleType, team: number): string {
  return BATTLE_SHAPES[type].seatsPerTeam === 1 ? texts.seat.one(team + 1) : texts.seat.team(team + 1);
}

const LIST = new Intl.ListFormat('en');

/** 'Seat 1, Seat 2, and Seat 4'. */
export function joinNames(names: readonly string[]): string {
  return LIST.format(names);
}

/** Colour of a team, as a token; always shown with its number. */
export function teamColour(team: number): string {
  return `var(--color-seat-${(team % 6) + 1})`;
}

/** '1v1', '4-way', '2v2': short enough for a phone. */
export function typeText(type: BattleType): string {
  const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
  return teams === 2 ? texts.seat.pairs(seatsPerTeam) : texts.seat.way(teams);
}

/** A type in words, for screen readers: '3 players, each on their own'. */
export function typeDescription(type: BattleType): string {
  const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
  return seatsPerTeam === 1 ? texts.seat.alone(teams) : texts.seat.teams(teams, seatsPerTeam);
}

/** The winning rule of a mode, as a sentence. */
export function ruleText(mode: BattleMode): string {
  return mode === 'INVERSE' ? texts.seat.ruleInverse : texts.seat.rule;
}

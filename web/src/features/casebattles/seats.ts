/**
 * The seats of a battle in order, by whom they are taken, and the words for them. Called by every picture of a battle. Pure.
 */
import type { BattleMode, BattleParticipant, BattleType, Casebattle } from '@fairpot/contract/casebattle/schemas';
import { BATTLE_SHAPES, teamIdOf } from '@fairpot/contract/casebattle/views';

export interface Seat {
  /** Over all teams, from 0: by team, then seat, as in the lock. */
  readonly index: number;
  readonly team: number;
  /** Of its team, from 0. */
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

type Seated = Pick<Casebattle, 'id' | 'type' | 'teams'>;

/** Every seat, free ones too. */
export function seatsOf({ id, type, teams }: Seated): readonly Seat[] {
  const { teams: teamCount, seatsPerTeam } = BATTLE_SHAPES[type];
  return Array.from({ length: teamCount * seatsPerTeam }, (_, index) => {
    const team = Math.floor(index / seatsPerTeam);
    const seat = index % seatsPerTeam;
    const taken = teams[team]?.participants.find((participant) => participant.seat === seat) ?? null;
    return { index, team, seat, teamId: teamIdOf(id, team), taken };
  });
}

/** The seats by team. */
export function teamsOf(battle: Seated): readonly (readonly Seat[])[] {
  const seats = seatsOf(battle);
  return Array.from({ length: BATTLE_SHAPES[battle.type].teams }, (_, team) =>
    seats.filter((seat) => seat.team === team),
  );
}

/** The own seat; null for who only watches. */
export function ownSeat(battle: Seated, me: string | null): Seat | null {
  return me === null ? null : (seatsOf(battle).find(({ taken }) => taken?.user.id === me) ?? null);
}

/** 'Seat 3', or 'Team 1, seat 2' where teams have several. */
export function seatText(type: BattleType, { team, seat }: Pick<Seat, 'team' | 'seat'>): string {
  return BATTLE_SHAPES[type].seatsPerTeam === 1 ? `Seat ${team + 1}` : `Team ${team + 1}, seat ${seat + 1}`;
}

/** 'Seat 3' or 'Team 1': who plays for one total. */
export function teamText(type: BattleType, team: number): string {
  return BATTLE_SHAPES[type].seatsPerTeam === 1 ? `Seat ${team + 1}` : `Team ${team + 1}`;
}

const LIST = new Intl.ListFormat('en');

/** 'Seat 1, Seat 2, and Seat 4'. */
export function listed(names: readonly string[]): string {
  return LIST.format(names);
}

/** Colour of a team, as a token; its number always stands with it. */
export function teamColour(team: number): string {
  return `var(--color-seat-${(team % 6) + 1})`;
}

/** '1v1', '4-way', '2v2': short enough for a phone. */
export function typeText(type: BattleType): string {
  const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
  return teams === 2 ? `${seatsPerTeam}v${seatsPerTeam}` : `${teams}-way`;
}

/** The words of a type for who cannot see the shape: '3 players, each alone'. */
export function typeSays(type: BattleType): string {
  const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
  return seatsPerTeam === 1 ? `${teams} players, each alone` : `${teams} teams of ${seatsPerTeam}`;
}

/** What wins in a mode, as a sentence. */
export function ruleText(mode: BattleMode): string {
  return mode === 'INVERSE' ? 'Inverse: the smallest total wins everything.' : 'The greatest total wins everything.';
}

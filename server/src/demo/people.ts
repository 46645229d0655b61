/**
 * The people of the demo: players and staff accounts to sign in with, and the house personas that keep the tables busy. The steamids belong to fixed
 * accounts of the simulated provider; personas have none there, so no one can sign in as a persona.
 */
import type { Status } from '@fairpot/contract/wire/permissions';

export interface DemoPerson {
  readonly steamid: string;
  readonly name: string;
  readonly status: Status;
  readonly isFake: boolean;
  /** Site items at the start. */
  readonly items: number;
  /** Play money at the start. */
  readonly cents: number;
  /** The launcher's description of them. */
  readonly note: string;
  /** Coinflips that they play after the first start (`past.ts`). */
  readonly past?: DemoPast;
  /** Whether a trade waits for them after each sign-in (`pending-trade.ts`). */
  readonly trades?: true;
}

export interface DemoPast {
  readonly games: number;
  /** The range of a stake. */
  readonly minCents: number;
  readonly maxCents: number;
}

const player = (
  tail: string,
  name: string,
  items: number,
  cents: number,
  note: string,
  more: Pick<DemoPerson, 'past' | 'trades'> = {},
): DemoPerson => ({
  steamid: `76561198000000${tail}`,
  name,
  items,
  cents,
  note,
  status: 'USER',
  isFake: false,
  ...more,
});
const staff = (tail: string, name: string, status: Status, note: string): DemoPerson => ({
  steamid: `76561198000000${tail}`,
  name,
  status,
  note,
  items: 12,
  cents: 10_000,
  isFake: false,
});
const persona = (tail: string, name: string): DemoPerson => ({
  steamid: `76561198000000${tail}`,
  name,
  items: 60,
  cents: 50_000,
  status: 'USER',
  isFake: true,
  note: 'house persona',
});

/** Ten points of experience a dollar: these three games end at Level 12. */
const TO_LEVEL_12: DemoPast = { games: 3, minCents: 4_000, maxCents: 4_300 };
const SOME_ROUNDS: DemoPast = { games: 4, minCents: 1_100, maxCents: 2_000 };

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  player('101', 'rookbolt', 140, 42_350, 'player with items and a balance'),
  player('102', 'Okonkwo', 90, 128_000, 'player at Level 12, who can withdraw', { past: TO_LEVEL_12 }),
  player('103', 'mirel', 5_000, 75_000, 'player with 5,000 items'),
  player('104', 'tuulikki', 250, 9_915, 'player with a large Steam inventory and a pending trade', { trades: true }),
  player('105', 'sable.fm', 60, 31_070, 'player with rounds in the history', { past: SOME_ROUNDS }),
  player('106', 'newcomer', 0, 0, 'player with nothing yet'),
  staff('201', 'Hollis (moderator)', 'MODERATOR', 'moderator'),
  staff('202', 'Vesna (admin)', 'ADMIN', 'admin'),
  staff('203', 'Ilmari (support)', 'SUPPORT', 'support'),
];

export const PERSONAS: readonly DemoPerson[] = [
  persona('301', 'Marzipan'),
  persona('302', 'night_bus_44'),
  persona('303', 'kettlecorn'),
  persona('304', 'halfmoon'),
  persona('305', 'tinfoil hat'),
  persona('306', 'Vantablack'),
  persona('307', 'pocketlint'),
  persona('308', 'small hours'),
  persona('309', 'quietus'),
  persona('310', 'Juniper & Gin'),
];

/** A demo person as the launcher prints them. */
export interface DemoSignIn {
  readonly name: string;
  readonly role: string;
  /** Path on the site that begins the sign-in with this account preselected. */
  readonly path: string;
}

/** The accounts to sign in with, for the launcher; none in live. */
export function demoSignIns(config: { readonly mode: 'demo' | 'live' }): DemoSignIn[] {
  if (config.mode !== 'demo') return [];
  return DEMO_PEOPLE.map(({ name, note, steamid }) => ({ name, role: note, path: `/api/auth?hint=${steamid}` }));
}

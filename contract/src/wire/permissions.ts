/**
 * Who may do what: one table, read by the server's guard and by the client's buttons (rulings 2).
 */

export const STATUSES = ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * - `public`: anyone, signed in or not
 * - `session`: any signed-in person, age confirmed or not
 * - `player`: signed in and 18+ confirmed
 * - `play`: as `player`, for what stakes, joins or buys; in live for USER alone (`mayPlay`)
 * - `tickets`, `moderate`, `admin`: staff work
 * - `system`: sweeps only; never reachable from the network
 */
export const PERMISSIONS = {
  public: null,
  session: ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'],
  player: ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'],
  play: ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'],
  tickets: ['SUPPORT', 'MODERATOR', 'ADMIN'],
  moderate: ['MODERATOR', 'ADMIN'],
  admin: ['ADMIN'],
  system: [],
} as const satisfies Record<string, readonly Status[] | null>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a person of this status (null: signed out) holds the permission. */
export function holds(status: Status | null, permission: Permission): boolean {
  const statuses: readonly Status[] | null = PERMISSIONS[permission];
  return statuses === null || (status !== null && statuses.includes(status));
}

/** All but USER are staff. */
export function isStaff(status: Status): boolean {
  return status !== 'USER';
}

/** Staff do not play in live (rulings 1.12); in a demo they may, with their badge. Read by the server's guard and by the client's buttons. */
export function mayPlay(status: Status, mode: 'demo' | 'live'): boolean {
  return mode === 'demo' || !isStaff(status);
}

/** Work that staff alone do: the audit log, codes of the authenticator and the staff desk are about these. */
export function isStaffWork(permission: Permission): boolean {
  const statuses: readonly Status[] | null = PERMISSIONS[permission];
  return statuses !== null && statuses.length > 0 && statuses.every(isStaff);
}

/** Permissions: one table, read by the server's guard and by the client's buttons (rulings 2). */

export const STATUSES = ['USER', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * - `public`: anyone, signed in or not
 * - `session`: any signed-in person, age confirmed or not
 * - `player`: signed in and 18+ confirmed
 * - `play`: as `player`, for stakes, joins and purchases; in live for USER only (`mayPlay`)
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
export function hasPermission(status: Status | null, permission: Permission): boolean {
  const statuses: readonly Status[] | null = PERMISSIONS[permission];
  return statuses === null || (status !== null && statuses.includes(status));
}

/** Every status except USER is staff. */
export function isStaff(status: Status): boolean {
  return status !== 'USER';
}

/**
 * Staff do not play in live (rulings 1.12); in a demo they may, with their badge. Read by the server's guard and by the
 * client's buttons.
 */
export function mayPlay(status: Status, mode: 'demo' | 'live'): boolean {
  return mode === 'demo' || !isStaff(status);
}

/**
 * What an API key may do besides the public calls, if its player allowed it. A call names the scope that it needs
 * (`scope`); a key cannot make a call without one.
 */
export const API_SCOPES = ['read', 'play'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Staff-only work: the audit log, authenticator codes and the staff desk apply to these. */
export function isStaffWork(permission: Permission): boolean {
  const statuses: readonly Status[] | null = PERMISSIONS[permission];
  return statuses !== null && statuses.length > 0 && statuses.every(isStaff);
}

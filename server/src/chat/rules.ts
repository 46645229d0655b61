/**
 * Decisions of the chat that need no database: the voice a person may use, and whom they may ban. Pure; called by commands.ts.
 * Invariant (rulings 1.4): only the player themselves can speak in a real player's name.
 */
import type { Status } from '@fairpot/contract/wire/permissions';
import type { PublicUser } from '@fairpot/contract/user/schemas';

/** Messages are deleted after this long (security 1.1 G25). */
export const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

/** In addition to the short limit of the call: the maximum number of own messages in ten minutes, on all nodes together. */
export const SLOW_LIMIT = { max: 60, perMs: 10 * 60 * 1000 } as const;

/** `own`: as oneself. `staff`: as oneself, speaking for the site. `house`: through a house persona. */
export type Voice = 'own' | 'staff' | 'house';

/** The voice in which staff may post as `target` (undefined: no such person, null: no target named); null: not allowed. */
export function staffVoice(actorId: string, target: PublicUser | null | undefined): 'staff' | 'house' | null {
  if (target === null || target?.id === actorId) return 'staff';
  return target?.isFake === true ? 'house' : null;
}

/**
 * Whether this member of staff may ban or unban that person. Personas cannot be banned, no one bans themselves, and only ADMIN bans
 * staff.
 */
export function mayBan(actor: { readonly id: string; readonly status: Status }, target: PublicUser): boolean {
  if (target.isFake || target.id === actor.id) return false;
  return target.badge !== 'STAFF' || actor.status === 'ADMIN';
}

/** Whole seconds until the slow limit admits the next message; 0 for now. `blockerAt`: the oldest message that counts. */
export function slowWait(blockerAt: number | null, now: number): number {
  return blockerAt === null ? 0 : Math.max(1, Math.ceil((blockerAt + SLOW_LIMIT.perMs - now) / 1000));
}

/** Decisions of support that need no database. Pure. */
import { TICKET_TITLE_LENGTH } from '@fairpot/contract/support/calls';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A closed ticket is deleted after this long, with all its messages. */
export const KEEP_MS = 365 * DAY_MS;
/** The site closes an answered ticket without new messages after this long. */
export const IDLE_MS = 30 * DAY_MS;
/** In addition to the call's short limit: at most this many messages per person in ten minutes, on all nodes together. */
export const SLOW_LIMIT = { max: 40, perMs: 10 * 60 * 1000 } as const;
/** How many first answers the answer times are based on. */
export const ANSWERS_LOOKED_AT = 200;

/** A ticket's title in lists: the first line of its first message, cut between code points. */
export function titleOf(text: string): string {
  const line = [...(text.split('\n')[0] ?? '')];
  return line.length <= TICKET_TITLE_LENGTH ? line.join('') : `${line.slice(0, TICKET_TITLE_LENGTH - 1).join('')}…`;
}

/** The value below which `percent` of the sorted values lie (nearest rank); null for no values. */
export function percentile(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? null;
}

/** Whole seconds until the slow limit allows the next message; 0 for now. `blockerAt`: the oldest one that counts. */
export function slowWait(blockerAt: number | null, now: number): number {
  return blockerAt === null ? 0 : Math.max(1, Math.ceil((blockerAt + SLOW_LIMIT.perMs - now) / 1000));
}

/** What page and service worker (web/worker) say to each other: shapes, and the addresses that only the worker answers. */

export const WORKER_FILE = '/sw.js';
/** A build of the client that this browser verified. Times in epoch ms. */
export interface VerifiedBuild {
  readonly hash: string;
  /** Its newest leaf in the public log. */
  readonly index: number;
  readonly commit: string | null;
  readonly announcedAt: number;
  readonly seenAt: number;
  /** Names of the witnesses that cosigned the head over its leaf. */
  readonly witnesses: readonly string[];
}

/** `new`: a build that this browser had not loaded before. `older`: a build that this browser has seen a later one of. */
export type BuildNotice = 'new' | 'older';

export interface ClientStatus {
  /** When this browser began to check. */
  readonly since: number;
  /** Whether it knows witnesses, whose signatures it requires. */
  readonly witnessed: boolean;
  /** The build of the last page that was let in. */
  readonly current: string | null;
  readonly notice: BuildNotice | null;
  /** Newest leaf first. */
  readonly builds: readonly VerifiedBuild[];
}

/** `status` is answered on the port of the message; `seen`: the notice was shown. */
export type PageMessage = { readonly ask: 'status' } | { readonly ask: 'seen' };

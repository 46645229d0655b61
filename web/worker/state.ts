/**
 * What the worker remembers of this site: what it pinned at its first visit, the builds that it verified, and why it blocks. One text in the browser's
 * cache storage; a worker of a later version reads it and goes on.
 */
import type { BuildPins } from '@fairpot/fairness/checks/build-proof';
import type { BuildNotice, VerifiedBuild } from '../src/features/client-check/messages.ts';

/** `files`: sha256 in hex by path. */
export interface KeptBuild extends VerifiedBuild {
  readonly files: Readonly<Record<string, string>>;
}

/** `file` with its hash: served with these bytes, which no verified build has. `build`: served, and not in the log as it should be. */
export type Problem =
  | { readonly kind: 'changed'; readonly file: string; readonly found: string }
  | { readonly kind: 'unlogged' | 'unwitnessed'; readonly build: string }
  | { readonly kind: 'contradicted'; readonly build: string; readonly why: string };

/** `file`: the address of the file; null: the page itself. `token` is in the page that the worker draws: only a person who sees it can start over. */
export type Block = {
  readonly problem: Problem;
  readonly file: string | null;
  readonly at: number;
  readonly token: string;
};

export interface ClientState {
  readonly v: 1;
  readonly since: number;
  readonly pins: BuildPins;
  /** Newest leaf first, at most `KEPT_BUILDS`. */
  readonly builds: readonly KeptBuild[];
  readonly current: string | null;
  readonly notice: BuildNotice | null;
  readonly block: Block | null;
}

export const KEPT_BUILDS = 5;

const CACHE = 'fairpot-client';
const STATE = '/client-check/state';

/** Null before the first visit. */
export async function readState(): Promise<ClientState | null> {
  const stored = await (await caches.open(CACHE)).match(STATE);
  return stored === undefined ? null : ((await stored.json()) as ClientState);
}

export async function writeState(state: ClientState): Promise<void> {
  await (await caches.open(CACHE)).put(STATE, Response.json(state));
}

export async function forgetState(): Promise<void> {
  await caches.delete(CACHE);
}

/** The verified build with these bytes at one of these paths: the newest. */
export function buildWith(
  builds: readonly KeptBuild[],
  paths: readonly string[],
  sha256: string,
): { readonly build: KeptBuild; readonly path: string } | null {
  for (const build of builds) for (const path of paths) if (build.files[path] === sha256) return { build, path };
  return null;
}

/** With a build whose leaf was verified, in its place. One that is known under an older leaf takes the newer one. */
export function withBuild(builds: readonly KeptBuild[], build: KeptBuild): KeptBuild[] {
  const known = builds.find(({ hash }) => hash === build.hash);
  const seenAt = known?.seenAt ?? build.seenAt;
  return [...builds.filter((each) => each !== known), { ...build, seenAt }]
    .sort((a, b) => b.index - a.index)
    .slice(0, KEPT_BUILDS);
}

/**
 * The web client of a watched site: at each new build, and every hour, downloaded as several kinds of browser get it and compared with its leaf in the
 * log, under the key that this witness watches. A difference is reported and kept as evidence.
 *
 * Called by start.ts. A site that does not answer is no finding; it is asked again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { inspectClient, type ClientReport } from '@fairpot/fairness/cli/client';
import { UnusableInput } from '@fairpot/fairness/cli/load';
import { writeDurably } from './files.ts';

/** What this witness last saw of a client. `at`: POSIX seconds. */
export interface ClientVerdict {
  readonly at: number;
  readonly build: string;
  readonly problems: readonly string[];
}

export interface ClientWatchParts {
  readonly site: string;
  /** The key of the site's log; null until it is known. */
  readonly logKey: () => string | null;
  readonly evidence: string;
  readonly now: () => number;
  readonly print: (line: string) => void;
  /** How often the site is asked for its build. */
  readonly everyMs?: number | undefined;
}

const EVERY_MS = 30_000;
/** An unchanged build is downloaded again after this time: a site can change a file without a new build. */
const AGAIN_AFTER_S = 3_600;
/** A difference may be an update of several nodes, which passes. */
const DIFFERENCE_AGAIN_AFTER_S = 300;

export class ClientWatch {
  readonly #parts: ClientWatchParts;
  #last: ClientVerdict | null = null;

  constructor(parts: ClientWatchParts) {
    this.#parts = parts;
  }

  get last(): ClientVerdict | null {
    return this.#last;
  }

  /** Checks until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#check().catch((error: unknown) => {
        if (!(error instanceof UnusableInput)) this.#parts.print(`the client was not checked: ${String(error)}`);
      });
      // Aborted: the loop ends.
      await sleep(this.#parts.everyMs ?? EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    const { site, logKey, now } = this.#parts;
    const key = logKey();
    if (key === null || !(await this.#isDue())) return;
    const report = await inspectClient(new URL(site), key);
    const before = this.#last;
    this.#last = { at: now(), build: report.hash, problems: report.problems };
    const isSame = before?.build === report.hash && before.problems.join() === report.problems.join();
    if (!isSame) await this.#report(report);
  }

  async #isDue(): Promise<boolean> {
    const last = this.#last;
    if (last === null) return true;
    const again = last.problems.length > 0 ? DIFFERENCE_AGAIN_AFTER_S : AGAIN_AFTER_S;
    if (this.#parts.now() - last.at >= again) return true;
    return (await servedBuild(this.#parts.site)) !== last.build;
  }

  async #report({ name, hash, index, manifest, problems }: ClientReport): Promise<void> {
    const { evidence, now, print } = this.#parts;
    if (problems.length === 0)
      return print(`${name}: build ${hash}, leaf ${index}, commit ${manifest?.commit ?? 'unknown'}: as the log says`);
    const lines = [`${name}: build ${hash}`, `at ${now()} (POSIX seconds)`, ...problems];
    const file = join(evidence, `client-${hash.slice(0, 32)}-${now()}.txt`);
    await writeDurably(file, `${lines.join('\n')}\n`);
    print(`${name}: not what the log says: ${problems[0]} (${problems.length} in all); evidence: ${file}`);
  }
}

/** The hash of the manifest that the site serves; null when it does not answer. */
async function servedBuild(site: string): Promise<string | null> {
  const answer = await fetch(new URL('api/fair/client', site.endsWith('/') ? site : `${site}/`), {
    signal: AbortSignal.timeout(5_000),
    redirect: 'error',
  }).catch(() => null);
  if (answer === null || !answer.ok) return null;
  const { response } = (await answer.json()) as { response?: { serving?: unknown } };
  return typeof response?.serving === 'string' ? response.serving : null;
}

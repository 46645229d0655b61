/** Starts a witness: key, state, lock, server. Called by main.ts, and by tests in their own process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import type { WitnessArgs } from './args.ts';
import { ClientWatch } from './client-watch.ts';
import { listen } from './http.ts';
import { openKey } from './key-file.ts';
import { lockState } from './lock.ts';
import { WitnessRefused } from './refused.ts';
import { keyOfSite } from './site-key.ts';
import { readState } from './state.ts';
import { Witness, type WitnessParts } from './witness.ts';

export interface WitnessOptions extends WitnessArgs {
  readonly print: (line: string) => void;
  readonly now?: WitnessParts['now'];
  readonly onStored?: WitnessParts['onStored'];
  /** How often a site is asked for the build of its client; default 30 s. */
  readonly clientEveryMs?: number;
}

export interface RunningWitness {
  readonly url: string;
  readonly name: string;
  readonly vkey: string;
  stop(): Promise<void>;
}

const ASK_SITE_EVERY_MS = 1_000;

/** Throws WitnessRefused when a person must act. */
export async function startWitness(options: WitnessOptions): Promise<RunningWitness> {
  const { keyFile, stateFile, site, print } = options;
  const unlock = await lockState(stateFile);
  const stopping = new AbortController();
  try {
    const own = await openKey(keyFile, options.name);
    const state = await readState(stateFile, keyFile, own);
    const now = options.now ?? (() => Math.floor(Date.now() / 1_000));
    const witness = new Witness({ own, keyFile, stateFile, state, now, print, onStored: options.onStored });
    for (const key of options.logs)
      if (!(await witness.watch(key, null)))
        throw new WitnessRefused(`this witness knows ${parseVerifierKey(key).name} under another key`);
    const server = await listen(witness, own.vkey, options);
    const isKnown = Object.values(state.logs).some((log) => log.site === site);
    const learning = site === null || isKnown ? Promise.resolve() : learn(witness, site, print, stopping.signal);
    const watching =
      site === null || !options.client
        ? Promise.resolve()
        : watchClient(witness, site, options, now).run(stopping.signal);
    return {
      url: server.url,
      name: own.name,
      vkey: own.vkey,
      stop: async () => {
        stopping.abort();
        await Promise.all([server.stop(), learning, watching]);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The client of the site is compared with the log that this witness knows as the site's. */
function watchClient(witness: Witness, site: string, options: WitnessOptions, now: () => number): ClientWatch {
  const { stateFile, print, clientEveryMs: everyMs } = options;
  const [given = null, ...others] = options.logs;
  const only = others.length === 0 ? given : null;
  const logKey = () => Object.values(witness.logs).find((log) => log.site === site)?.key ?? only;
  return new ClientWatch({ site, logKey, evidence: `${stateFile}.evidence`, now, print, everyMs });
}

/** Requests the key of the site's log until it returns one. */
async function learn(
  witness: Witness,
  site: string,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const key = await keyOfSite(site);
    if (signal.aborted) return;
    if (key !== null) {
      const isOurs = await witness.watch(key, site);
      return print(isOurs ? `watching ${key}, the key of ${site}` : `${site} names ${key}, which contradicts --log`);
    }
    // Aborted: the loop ends.
    await sleep(ASK_SITE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

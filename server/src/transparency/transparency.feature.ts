/** The public log as a feature: the sequencer's sweep, the calls, the files, what holds over its tables. */
import {
  getLogConsistency,
  getLogHead,
  getLogProof,
  listLoggedRounds,
  listLogReports,
  listMyRounds,
} from '@fairpot/contract/log';
import type { Deps } from '../platform/deps.ts';
import { onQuery, type Feature } from '../platform/feature.ts';
import { refuse } from '../platform/refused.ts';
import { logInvariants } from './invariants.ts';
import { consistency, head, mine, proof, rounds } from './queries.ts';
import { lastVerified, nightlySweep, reports } from './reports.ts';
import { MOST_LEAVES, sequence } from './sequencer.ts';
import { openSigner, type LogSigner } from './signer.ts';
import { announceTerms } from './terms.ts';
import { registerTiles } from './tile-routes.ts';

/** A round is in the log about this long after it happened. */
const SEQUENCE_EVERY_MS = 1_000;

export function transparencyFeature(deps: Deps): Feature {
  let signer: LogSigner | null = null;
  const opened = async () => (signer ??= await openSigner(deps));
  return {
    name: 'transparency',
    bindings: [
      onQuery(getLogHead, async ({ db }) => head(db, (await opened()).key)),
      onQuery(getLogProof, async ({ db }, input) => proof(db, (await opened()).key, input)),
      onQuery(getLogConsistency, ({ db }, input) => consistency(db, input)),
      onQuery(listLoggedRounds, ({ db }, input) => rounds(db, input)),
      onQuery(listLogReports, ({ db }, input) => reports(db, input)),
      onQuery(listMyRounds, ({ db, actor }, input) => (actor ? mine(db, actor.id, input) : refuse('SIGNED_OUT'))),
    ],
    sweeps: [
      {
        name: 'transparency.sequence',
        everyMs: SEQUENCE_EVERY_MS,
        // A full run leaves more to do at once. After any other one, what comes in gathers for the next: each run signs a head,
        // which costs as much as placing many leaves.
        run: async () => {
          const placed = await sequence({ ...deps, signer: await opened() });
          return placed < MOST_LEAVES ? 0 : placed;
        },
      },
      nightlySweep({ deps, key: async () => (await opened()).key }),
    ],
    invariants: logInvariants(async () => (await opened()).key),
    start: async () => {
      await opened();
      await announceTerms(deps);
    },
    told: () => lastVerified(deps.db),
    routes: (http) => registerTiles(http, deps),
  };
}

/** The public log as a feature: the sequencer's sweep, the calls, the files, the invariants of its tables. */
import {
  getBuildProof,
  getLogConsistency,
  getLogHead,
  getLogProof,
  getLogWitnesses,
  listClientBuilds,
  listCosigned,
  listLoggedRounds,
  listLogReports,
  listMyRounds,
} from '@fairpot/contract/log/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onQuery, onReplicaQuery, type Feature } from '../platform/runner/feature.ts';
import { logGauges } from './gauges.ts';
import { announceBuild, restoreBuild } from './client/announce.ts';
import { buildProof, clientBuilds } from './client/queries.ts';
import { logInvariants } from './invariants.ts';
import { consistency, head, mine, proof, rounds } from './queries.ts';
import { lastVerified, nightlySweep, reports } from './reports/reports.ts';
import { MAX_LEAVES, sequence } from './sequencer.ts';
import { keeperIn } from './keeper.ts';
import { checkPublished } from './restored-check.ts';
import { openSigner, type LogSigner } from './signer.ts';
import { answeringServer, anyToSequenceSql } from './store.ts';
import { announceTerms } from './terms.ts';
import { registerTiles } from './tile-routes.ts';
import { watchersOf } from './witnesses/watchers.ts';
import { cosigned, witnesses } from './witnesses/witnessed.ts';
import { witnessSweep } from './witnesses/witnessing.ts';

/** A round is in the log about this long after it happened. */
const SEQUENCE_EVERY_MS = 1_000;
/** After an outage the first run checks the database that answers now: calls must not go on for long on an older one. */
const SEQUENCE_BACKOFF_MS = 1_000;

export function transparencyFeature(deps: Deps): Feature {
  return transparencyOn(deps, answeringServer);
}

/** `answering`: which database server answers; a test names another one. */
export function transparencyOn(deps: Deps, answering: typeof answeringServer): Feature {
  let signer: LogSigner | null = null;
  const watchers = watchersOf(deps.config);
  const startedAt = deps.clock.now();
  const opened = async () => (signer ??= await openSigner(deps));
  const { logFolder } = deps.config;
  const keeper = async () => (logFolder === null ? null : keeperIn(logFolder, (await opened()).key));
  const check = async () => checkPublished(deps, (await opened()).key, await keeper(), watchers);
  let checkedServer: string | null = null;
  const run = async () => {
    // A standby that was promoted behind the published head is as a restored database: nothing may be signed there.
    const server = await answering(deps.db);
    if (server === null) return 0;
    if (server !== checkedServer) await check();
    checkedServer = server;
    return sequence({ ...deps, signer: await opened(), keeper: await keeper() });
  };
  return {
    name: 'transparency',
    bindings: [
      onQuery(getLogHead, async ({ db }) => head(db, (await opened()).key, watchers)),
      onQuery(getLogProof, async ({ db }, input) => proof(db, (await opened()).key, watchers, input)),
      onQuery(getLogConsistency, consistency),
      onReplicaQuery(listLoggedRounds, rounds),
      onQuery(getLogWitnesses, ({ db }) => witnesses(db, watchers, deps.config)),
      onQuery(listCosigned, ({ db }, input) => cosigned(db, watchers, input)),
      onReplicaQuery(listMyRounds, mine),
      onReplicaQuery(listLogReports, reports),
      onQuery(listClientBuilds, async ({ db }) => clientBuilds(db, (await opened()).key, deps.client)),
      onQuery(getBuildProof, ({ db }, input) => buildProof(db, watchers, input)),
    ],
    sweeps: [
      {
        name: 'transparency.sequence',
        everyMs: SEQUENCE_EVERY_MS,
        maxBackoffMs: SEQUENCE_BACKOFF_MS,
        due: () => anyToSequenceSql(checkedServer),
        // After a full run more work is waiting. After any other, new leaves gather for the next run: each run signs a
        // head,
        // which costs as much as placing many leaves.
        run: async () => {
          const placed = await run();
          return placed < MAX_LEAVES ? 0 : placed;
        },
      },
      ...watchers.policy.witnesses.map((witness) => witnessSweep(deps, witness)),
      nightlySweep({ deps, key: async () => (await opened()).key }),
    ],
    invariants: logInvariants(async () => (await opened()).key),
    start: async () => {
      await check();
      await announceTerms(deps);
      await announceBuild(deps, run);
    },
    gauges: () => logGauges(deps, watchers, startedAt),
    afterRestore: { takeLeaf: restoreBuild },
    readyInfo: () => lastVerified(deps.db),
    routes: (http) => registerTiles(http, deps, watchers),
  };
}

/**
 * Sends each published head to the witnesses and stores their signatures. One sweep per witness, apart from the
 * sequencer: an unreachable, slow or dishonest witness delays neither the log nor the others.
 *
 * Invariant: a line is stored only when it verifies under the policy's key, on a published head.
 */
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import {
  cosignaturesOn,
  formatCosignerKey,
  withSignatures,
  type Cosignature,
} from '@fairpot/fairness/tree/cosignature';
import { consistencyProof } from '@fairpot/fairness/tree/merkle';
import type { PolicyWitness } from '@fairpot/fairness/tree/policy';
import type { Deps } from '../../platform/process/deps.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { overTiles } from '../edge.ts';
import { publishedHead, type SignedHead } from '../store.ts';
import { newestOf, storeCosignature, toCosignSql } from './witness-store.ts';

/** Interval of a witness's sweep; a new head is offered about this long after it was published. */
const EVERY_MS = 250;
/** A head that does not grow is offered again after this time, so that its age shows. */
const AGAIN_AFTER_MS = 20_000;
const MAX_PAUSE_MS = 30_000;
/** A witness that was started with the site learns the log's key from it within this time. */
const LEARNS_WITHIN_MS = 60_000;
/** How many sizes a witness may name before it has to accept the head. */
const MAX_TRIES = 3;

type WitnessDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'gateways'>;

/** Why a head was not cosigned: `away` and, at first, `unknown` resolve themselves, the others need a person. */
interface WitnessProblem {
  readonly kind: 'away' | 'unknown' | 'refused' | 'lying' | 'ahead';
  readonly why: string;
}

export function witnessSweep(deps: WitnessDeps, witness: PolicyWitness): Sweep {
  const key = formatCosignerKey(witness.key);
  let failures = 0;
  let failingSince = 0;
  let notBefore = 0;
  let reported = '';
  return {
    name: `transparency.witness.${witness.name}`,
    everyMs: EVERY_MS,
    due: (now) => (witness.url === null || now < notBefore ? sql`false` : toCosignSql(key, now - AGAIN_AFTER_MS)),
    isUpkeep: true,
    async run(signal) {
      const now = deps.clock.now();
      if (witness.url === null || now < notBefore) return 0;
      const head = await publishedHead(deps.db);
      const [newest] = await newestOf(deps.db, [key]);
      if (head === undefined || !isDue(head, newest, now)) return 0;
      const trouble = await offer(deps, { ...witness, url: witness.url, vkey: key }, head, newest?.size ?? 0, signal);
      if (trouble === null) {
        if (reported !== '') deps.log.info({ witness: witness.name, size: head.size }, 'witness cosigns');
        [failures, notBefore, reported] = [0, 0, ''];
        return 1;
      }
      if (failures === 0) failingSince = now;
      failures += 1;
      notBefore = now + Math.min(MAX_PAUSE_MS, EVERY_MS * 2 ** failures);
      const isNew = newest === undefined && now - failingSince < LEARNS_WITHIN_MS;
      const problem = trouble.kind === 'unknown' && !isNew ? { ...trouble, kind: 'refused' as const } : trouble;
      // Once, not at each attempt of a long outage.
      if (problem.kind !== reported && !signal.aborted) logProblem(deps, witness, head, problem);
      reported = problem.kind;
      return 0;
    },
  };
}

function isDue(head: SignedHead, newest: { size: number; at: number } | undefined, now: number): boolean {
  return newest === undefined || newest.size < head.size || now - newest.at >= AGAIN_AFTER_MS;
}

function logProblem(
  { log }: WitnessDeps,
  { name }: PolicyWitness,
  { size }: SignedHead,
  { kind, why }: WitnessProblem,
): void {
  const fields = { witness: name, size, trouble: kind, why };
  if (kind === 'unknown') log.info(fields, 'witness does not know the log yet');
  else if (kind === 'away') log.warn(fields, 'witness unreachable');
  else log.error(fields, 'witness does not cosign the head of the log');
}

type WitnessTarget = PolicyWitness & { readonly url: string; readonly vkey: string };

/** Offers the head, starting from the witness's size. Null when it cosigned. */
async function offer(
  { db, clock, gateways }: WitnessDeps,
  witness: WitnessTarget,
  head: SignedHead,
  lastSize: number,
  signal: AbortSignal,
): Promise<WitnessProblem | null> {
  let oldSize = Math.min(lastSize, head.size);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const from = oldSize;
    const path = from === 0 ? [] : await overTiles(db, (read) => consistencyProof(read, from, head.size));
    const request = { oldSize, proof: path.map(toBase64), note: head.note };
    const answer = await gateways.witnesses.addCheckpoint(witness.url, request, signal);
    switch (answer.kind) {
      case 'away':
      case 'unknown':
      case 'refused':
        return answer;
      case 'elsewhere':
        if (answer.size > head.size) {
          // Another node may have published and offered more since.
          const newest = await publishedHead(db);
          if (newest !== undefined && newest.size >= answer.size) return { kind: 'away', why: 'it knows a newer head' };
          const sizes = `it has cosigned ${answer.size} leaves and this database has published ${head.size}`;
          const why = `${sizes}: was it restored?`;
          return { kind: 'ahead', why };
        }
        oldSize = answer.size;
        continue;
      case 'cosigned': {
        const found = lineIn(head.note, answer.lines, witness);
        if (typeof found === 'string') return { kind: 'lying', why: found };
        const { time, line } = found;
        await storeCosignature(db, { size: head.size, witness: witness.vkey, time, line, at: clock.now() });
        return null;
      }
    }
  }
  return { kind: 'lying', why: `it named ${MAX_TRIES} sizes in a row` };
}

/** The witness's own cosignature among the returned lines; or the reason why there is none. */
function lineIn(note: string, answered: string, { key }: PolicyWitness): Cosignature | string {
  try {
    const lines = answered.split(/(?<=\n)/).filter((line) => line.trim() !== '');
    const [found] = cosignaturesOn(withSignatures(note, lines), [key]);
    return found ?? 'its response has no cosignature under its key';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

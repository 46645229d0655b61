/** Witness options of the command line: the policy file, and the round whose lock has to be witnessed in time. */
import { readFile } from 'node:fs/promises';
import { canon } from '../encoding/canon.ts';
import { utf8 } from '../encoding/bytes.ts';
import { parseLogProof } from '../tree/checkpoint.ts';
import { leafHash, verifyInclusion } from '../tree/merkle.ts';
import { evaluateNote, parsePolicy } from '../tree/policy.ts';
import type { NoteJudgement, Policy } from '../tree/policy.ts';
import type { RoundProof } from '../protocol/proof.ts';
import { drandRoundTime } from '../protocol/schedule.ts';
import type { WitnessRequest } from './args.ts';
import { UnusableInput } from './load.ts';

const TIMEOUT_MS = 15_000;

/** The policy of `--witness-policy`; null when none is given. */
export async function loadPolicy({ witnessPolicy: file }: WitnessRequest): Promise<Policy | null> {
  if (file === null) return null;
  const bytes = await readFile(file).catch(() => {
    throw new UnusableInput(`cannot read ${file}`);
  });
  try {
    return parsePolicy(bytes);
  } catch (error) {
    throw new UnusableInput(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Whether the lock of a round is under a head that enough witnesses cosigned before its beacon; prints the result. Also
 * true when it is not, unless `--require-witness` is given.
 */
export async function checkLockWitness(
  name: string,
  round: RoundProof,
  request: WitnessRequest & { readonly lockProof: string | null; readonly site?: URL },
): Promise<boolean> {
  const policy = await loadPolicy(request);
  if (policy === null) return true;
  const deadline = drandRoundTime(round.lock.drand.round, round.drand.chain);
  let said: string;
  let ok = false;
  try {
    const file = await proofText(round.roundId, request);
    if (file === null) said = 'the log has no proof of its lock';
    else [ok, said] = checkLock(policy, file, round, deadline);
  } catch (error) {
    if (error instanceof UnusableInput) throw error;
    // A proof that contradicts itself is worse than none.
    process.stdout.write(`FAIL ${name}: witnesses: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
  const head = ok ? '     ' : request.requireWitness ? 'FAIL ' : '     ';
  process.stdout.write(`${head}${name}: witnesses: ${said}\n`);
  return ok || !request.requireWitness;
}

function checkLock(policy: Policy, file: string, round: RoundProof, deadline: number): [boolean, string] {
  const { index, path, checkpoint: note } = parseLogProof(file);
  const judgement = evaluateNote(policy, note, { before: deadline / 1_000 });
  const { size, root } = judgement.checkpoint;
  if (!verifyInclusion(leafHash(utf8(canon(round.lock))), index, size, path, root))
    throw new Error(`the lock is not leaf ${index} of the checkpoint of ${size} leaves`);
  const where = `the lock is leaf ${index} of ${size}, ${witnessesText(judgement, deadline)}`;
  return [judgement.quorum, judgement.quorum ? where : `${where}: no quorum before its beacon`];
}

/** Who cosigned, and how long before `deadline` (epoch ms). */
function witnessesText({ witnessed }: NoteJudgement, deadline: number): string {
  if (witnessed.length === 0) return 'without cosignatures';
  const each = witnessed.map(({ witness, time }) => {
    const seconds = (deadline - time * 1_000) / 1_000;
    return `${witness.name} ${Math.abs(seconds).toFixed(0)} s ${seconds > 0 ? 'before' : 'after'} its beacon`;
  });
  return `cosigned by ${each.join(', ')}`;
}

/** The `.tlog-proof` file of the lock: given, or the site's. */
async function proofText(
  roundId: string,
  { lockProof, site }: { readonly lockProof: string | null; readonly site?: URL },
): Promise<string | null> {
  if (lockProof !== null)
    return readFile(lockProof, 'utf8').catch(() => {
      throw new UnusableInput(`cannot read ${lockProof}`);
    });
  if (site === undefined) return null;
  const url = new URL(`api/fair/log/proof/${roundId}/lock`, site.href.endsWith('/') ? site.href : `${site.href}/`);
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
    throw new UnusableInput(`cannot fetch ${url.href}: ${error instanceof Error ? error.message : String(error)}`);
  });
  return answer.ok ? answer.text() : null;
}

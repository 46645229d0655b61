/**
 * `fairpot-verify`: verifies golden vectors, saved rounds, a round of a running site or its whole public log, with the
 * code that the site runs.
 *
 * Called by bin/fairpot-verify.mjs. Invariant: status 0 means that every step was computed and holds. Unusable input is
 * status 2, a log whose key was not pinned status 3, one with rounds of an unknown game status 4, never 0.
 */
import type { DrandChain } from '../protocol/beacon.ts';
import { isScripted, parseChain, parseProof } from '../protocol/proof.ts';
import { findReuse } from '../protocol/reuse.ts';
import type { RoundKeys } from '../protocol/reuse.ts';
import { areSealVectors, checkSealVector, parseSealVectors } from '../verify/seal-vectors.ts';
import { ShapeError } from '../encoding/shape.ts';
import { checkVector, parseVectors } from '../verify/vectors.ts';
import { verifyRound } from '../verify/verify.ts';
import { checkLog } from './all.ts';
import { checkClient } from './client.ts';
import { parseRequest, USAGE } from './args.ts';
import type { RoundRequest } from './args.ts';
import { loadFile, loadRound, UnusableInput, unwrap } from './load.ts';
import { traceOf } from './print.ts';
import { checkSolvency } from './solvency.ts';
import { checkLockWitness } from './witness-policy.ts';

/**
 * 0 everything holds, 1 something does not, 2 the input is unusable, 3 a log holds under a key that was not pinned, 4 a
 * log holds as far as its games are known.
 */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

/** Runs one request and returns the exit status. Verdicts go to stdout, problems with the input to stderr. */
export async function main(argv: readonly string[]): Promise<ExitStatus> {
  try {
    return await run(argv);
  } catch (error) {
    if (!(error instanceof UnusableInput) && !(error instanceof ShapeError)) throw error;
    process.stderr.write(`fairpot-verify: ${error.message}\n`);
    if (error instanceof UnusableInput) process.stderr.write('Try fairpot-verify --help\n');
    return 2;
  }
}

async function run(argv: readonly string[]): Promise<ExitStatus> {
  const request = parseRequest(argv);
  switch (request.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case 'vectors':
      return checkVectors(request.file, await loadFile(request.file)) ? 0 : 1;
    case 'files': {
      const loaded: Array<readonly [string, unknown]> = [];
      for (const file of request.files) loaded.push([file, unwrap(await loadFile(file))]);
      return (await checkRounds(loaded, request)) ? 0 : 1;
    }
    case 'log':
      return checkLog(request);
    case 'solvency':
      return checkSolvency(request);
    case 'client':
      return checkClient(request);
    case 'site':
      return (await checkRounds([[request.roundId, await loadRound(request.site, request.roundId)]], request)) ? 0 : 1;
  }
}

/** One check per vector, by its name: of rounds, or of seals. */
function vectorChecks(value: unknown): readonly (readonly [name: string, check: () => string | null])[] {
  if (areSealVectors(value))
    return parseSealVectors(value).map((vector) => [`seal ${vector.roundId}`, () => checkSealVector(vector)]);
  return parseVectors(value).map((vector) => [`${vector.lock.game} ${vector.lock.roundId}`, () => checkVector(vector)]);
}

function checkVectors(file: string, value: unknown): boolean {
  const checks = vectorChecks(value);
  for (const [index, [name, check]] of checks.entries()) {
    const difference = check();
    if (difference === null) continue;
    process.stdout.write(`FAIL ${file}: vector ${index} (${name}): ${difference}\n`);
    return false;
  }
  process.stdout.write(`OK   ${file}: all ${checks.length} vectors agree\n`);
  return true;
}

async function checkRounds(
  rounds: ReadonlyArray<readonly [string, unknown]>,
  request: RoundRequest & { readonly kind: 'files' | 'site' },
): Promise<boolean> {
  const chains: DrandChain[] = request.chain === null ? [] : [parseChain(await loadFile(request.chain))];
  const keys: RoundKeys[] = rounds.flatMap(([, value]) => (isScripted(value) ? [] : [parseProof(value)]));
  let ok = true;
  for (const [name, value] of rounds) {
    const seen = request.kind === 'site' ? { roundId: name } : {};
    const verdict = verifyRound(value, { chains, acceptSimulated: !request.live, seen });
    process.stdout.write(traceOf(name, verdict, request.quiet));
    ok &&= verdict.ok;
    if (!isScripted(value) && !(await checkLockWitness(name, parseProof(value), request))) ok = false;
  }
  for (const clash of findReuse(keys)) {
    process.stdout.write(`FAIL ${clash}\n`);
    ok = false;
  }
  return ok;
}

/** The three checks: a round, a whole log, a solvency statement. Each returns a verdict; a CheckFailed means that nothing was checked. */
import { equalBytes } from '@fairpot/fairness/encoding/bytes';
import { readInt, readObject, messageOf } from '@fairpot/fairness/encoding/shape';
import { verifyTogether } from '@fairpot/fairness/batch/results';
import { batchFor, LogPipeline } from '@fairpot/fairness/cli/log-pipeline';
import { LogBroken, LogReader } from '@fairpot/fairness/log/log-read';
import type { LogFinding } from '@fairpot/fairness/log/log-results';
import { readPlacedLeaf, readServedHead } from '@fairpot/fairness/log/served';
import { checkStatement } from '@fairpot/fairness/checks/own-check';
import { reserveRootsProblem, treeProblem, type StatementSource } from '@fairpot/fairness/checks/whole-check';
import { WholeTree } from '@fairpot/fairness/solvency/whole-tree';
import { openCheckpoint, type Checkpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { bundlePath, TILE_WIDTH, tilePath, tilesOf } from '@fairpot/fairness/tree/tiles';
import { verifyRound, type RoundVerdict } from '@fairpot/fairness/verify/verify';
import { CheckFailed, siteAt, type SiteFiles } from './site.ts';
import { texts } from './texts.ts';

export type CheckVerdict = {
  readonly outcome: 'holds' | 'unpinned' | 'partly' | 'broken';
  /** What was checked, and what to know about it. */
  readonly notes: readonly string[];
  readonly findings: readonly string[];
  /** Of a round. */
  readonly steps: RoundVerdict['steps'];
};

const MAX_FINDINGS = 50;
const LOG = 'api/fair/log/';

/** A round: its id on a site, or the text of a saved file. */
export async function checkRound(site: string, id: string, file: string | null): Promise<CheckVerdict> {
  if (file === null && !/^[\w-]{1,64}$/.test(id)) throw new CheckFailed(texts.noRound);
  const proof = file === null ? await siteAt(site).call(`api/fair/round/${id}`) : proofIn(file);
  const seen = file === null ? { roundId: id } : {};
  const { ok, steps, checks, failed, simulated } = verifyRound(proof, { acceptSimulated: true, seen });
  return {
    outcome: ok ? 'holds' : 'broken',
    notes: [...(ok ? [texts.round(checks)] : []), ...(simulated && ok ? [texts.simulated] : [])],
    findings: failed === null ? [] : [texts.firstDifference(failed.title)],
    steps,
  };
}

function proofIn(file: string): unknown {
  try {
    const value: unknown = JSON.parse(file);
    return typeof value === 'object' && value !== null && 'response' in value ? value.response : value;
  } catch {
    throw new CheckFailed(texts.noFile);
  }
}

/** The whole log of a site; `progress` hears how many leaves of how many were read. */
export async function checkLog(
  address: string,
  pinned: string,
  progress: (leaves: number, size: number) => void,
): Promise<CheckVerdict> {
  const site = siteAt(address);
  const note = decode(await site.file(`${LOG}checkpoint`)) ?? fail(texts.log.noHead);
  const key = pinned === '' ? keyIn(await site.call(`${LOG}head`)) : pinned;
  const findings: LogFinding[] = [];
  const options = { acceptSimulated: true };
  const verify = (results: Parameters<typeof verifyTogether>[0]) =>
    Promise.resolve(verifyTogether(results, options, (count) => crypto.getRandomValues(new Uint8Array(count))));
  const head = headIn(note, key);
  if (typeof head === 'string') return verdictOf([], [{ leaf: null, problem: head }], true);
  const verifier = { threads: 1, verify, close: () => Promise.resolve() };
  const pipeline = new LogPipeline(batchFor(head.size, 4), options, verifier, (found) => findings.push(...found));
  try {
    await readLog(site, head, pipeline, progress);
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    // The leaves before it hash to what was signed, so they are still verified.
    await pipeline.settle();
    findings.push({ leaf: error.leaf, problem: error.message });
  }
  const { leaves, settled, cancelled, voided, running } = pipeline.counts;
  const rest = texts.log.rest(cancelled, voided, running);
  const unknown = [...pipeline.unverified].map(([game, rounds]) => texts.log.unknown(rounds, game));
  const notes = [
    texts.log.summary(leaves.toLocaleString('en'), settled.toLocaleString('en'), rest),
    ...unknown,
    ...(pipeline.simulated ? [texts.simulated] : []),
    ...(pinned === '' ? [texts.pin(key)] : []),
  ];
  return verdictOf(notes, findings, pinned !== '', unknown.length > 0);
}

/** Every leaf, checked against its tile, the tiles above, and the signed root. */
async function readLog(
  site: SiteFiles,
  head: Checkpoint,
  pipeline: LogPipeline,
  progress: (leaves: number, size: number) => void,
): Promise<void> {
  const reader = new LogReader();
  for (let index = 0; index * TILE_WIDTH < head.size; index += 1) {
    const first = index * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, head.size - first);
    const files = [bundlePath(index, width), tilePath({ level: 0, index, width })];
    const [bundle, tile] = await Promise.all(files.map((path) => site.file(`${LOG}${path}`)));
    if (!bundle || !tile) throw new LogBroken(first, texts.log.missing('its leaves from here on'));
    for (const entry of reader.read(bundle, tile, width)) await pipeline.add(entry);
    progress(reader.size, head.size);
    await new Promise((resolve) => setTimeout(resolve, 0)); // the page is painted meanwhile
  }
  if (!equalBytes(reader.head.root, head.root)) pipeline.note({ leaf: null, problem: texts.log.root });
  for (const tile of tilesOf(head.size).filter(({ level }) => level > 0)) {
    const bytes = await site.file(`${LOG}${tilePath(tile)}`);
    const problem = reader.tileProblem(tile, bytes ?? new Uint8Array());
    if (problem !== null) pipeline.note({ leaf: null, problem });
  }
  await pipeline.finish();
}

/** The newest solvency statement with its whole tree, or the one of this number. */
export async function checkSolvency(address: string, pinned: string, number: string): Promise<CheckVerdict> {
  const site = siteAt(address);
  const asked = await statementOf(site, number === '' ? null : number);
  const key = pinned === '' ? asked.key : pinned;
  const opened = headIn(asked.note, key);
  if (typeof opened === 'string') return verdictOf([], [{ leaf: null, problem: opened }], true);
  const finding = checkStatement({ ...asked, key });
  if (finding.problem !== null) return verdictOf([], [{ leaf: asked.leaf.index, problem: finding.problem }], true);
  const { says } = finding;
  const tree = new WholeTree();
  const source: StatementSource = {
    tile: (statement, index) => site.file(`api/fair/solvency/tile/${statement}/0/${index}`),
    statement: (of) => statementOf(site, String(of)),
  };
  const problem = (await treeProblem(source, tree, says)) ?? (await reserveRootsProblem(source, key, says));
  if (problem !== null) return verdictOf([], [{ leaf: asked.leaf.index, problem }], true);
  const usd = (cents: number) => (cents / 100).toLocaleString('en', { style: 'currency', currency: 'USD' });
  const { cents, items, itemCents } = says.sums;
  const notes = [
    texts.solvency.summary(says.number, tree.count.toLocaleString('en'), tree.holding.toLocaleString('en')),
    texts.solvency.owed(usd(cents), items.toLocaleString('en'), usd(itemCents)),
    texts.solvency.word,
    ...(pinned === '' ? [texts.pin(key)] : []),
  ];
  return verdictOf(notes, [], pinned !== '');
}

/** GET /api/fair/solvency/proof. */
async function statementOf(site: SiteFiles, number: string | null) {
  const query = number === null ? '' : `?number=${encodeURIComponent(number)}`;
  const answer = (await site.call(`api/fair/solvency/proof${query}`)) ?? fail(texts.solvency.none);
  return shaped(() => {
    const fields = readObject(answer, 'proof', ['head', 'number', 'leaf']);
    return {
      ...readServedHead(fields['head'], 'proof.head'),
      // The number that was asked for: a site may answer with another.
      number: number === null ? readInt(fields['number'], 'proof.number', 1) : Number(number),
      leaf: readPlacedLeaf(fields['leaf'], 'proof.leaf'),
    };
  });
}

/** The key that a site supplies with its head. */
function keyIn(answer: unknown): string {
  const key = typeof answer === 'object' && answer !== null && 'key' in answer ? answer.key : null;
  return typeof key === 'string' ? key : fail(texts.log.noHead);
}

/** The signed head, or why its signature does not hold. */
function headIn(note: string, key: string): Checkpoint | string {
  const parsed = shaped(() => parseVerifierKey(key), texts.badKey);
  try {
    return openCheckpoint(note, parsed);
  } catch (error) {
    return messageOf(error);
  }
}

function verdictOf(
  notes: readonly string[],
  found: readonly LogFinding[],
  isPinned: boolean,
  isPartial = false,
): CheckVerdict {
  const findings = found
    .slice(0, MAX_FINDINGS)
    .map(({ leaf, problem }) => (leaf === null ? problem : `${texts.log.leaf(leaf)}: ${problem}`));
  const more = found.length - findings.length;
  const good = isPartial ? 'partly' : isPinned ? 'holds' : 'unpinned';
  return {
    outcome: found.length > 0 ? 'broken' : good,
    notes,
    findings: more > 0 ? [...findings, texts.log.more(more)] : findings,
    steps: [],
  };
}

/** What `read` returns; a CheckFailed when it throws. */
function shaped<T>(read: () => T, problem?: string): T {
  try {
    return read();
  } catch (error) {
    throw new CheckFailed(problem ?? messageOf(error));
  }
}

function decode(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

function fail(problem: string): never {
  throw new CheckFailed(problem);
}

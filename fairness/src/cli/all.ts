/**
 * `fairpot-verify --all`: a whole public log, streamed and verified. Prints progress to stderr and the verdict to
 * stdout.
 *
 * Invariant: status 0 means that every leaf hashes to the signed checkpoint and every round in it holds, under the
 * trusted key and beacons. The output says what was not pinned, and always names a key that was not.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { DrandChain } from '../protocol/beacon.ts';
import { equalBytes, toHex } from '../encoding/bytes.ts';
import { openCheckpoint } from '../tree/checkpoint.ts';
import type { Checkpoint } from '../tree/checkpoint.ts';
import { LogBroken, LogReader } from '../log/log-read.ts';
import { GAME_NAMES } from '../games/index.ts';
import type { LogFinding } from '../log/log-results.ts';
import type { NoteKey } from '../tree/note.ts';
import { parseChain } from '../protocol/proof.ts';
import { TILE_WIDTH, tilesOf } from '../tree/tiles.ts';
import type { LogRequest } from './args.ts';
import { batchFor, LogPipeline } from './log-pipeline.ts';
import { loadFile, openKey, UnusableInput } from './load.ts';
import { sinkFor } from './log-save.ts';
import type { LogSink } from './log-save.ts';
import { savedSource, siteSource } from './log-source.ts';
import type { LogSource } from './log-source.ts';
import { ProgressLine } from './progress.ts';
import { verifierFor } from './threads.ts';
import { WitnessedLog } from './witness-log.ts';

/** Bundles that are fetched ahead of the current one. */
const AHEAD = 4;
const MAX_PRINTED = 50;

/**
 * Verifies the log: 0 it holds, 1 it does not, 3 it holds under a key of its own, 4 it holds except for rounds of games
 * that this build does not know. Throws `Unusable` when there is nothing to verify.
 */
export async function checkLog(request: LogRequest): Promise<0 | 1 | 3 | 4> {
  const source = request.from === null ? siteSource(request.site) : await savedSource(request.from);
  const chains: DrandChain[] = request.chain === null ? [] : [parseChain(await loadFile(request.chain))];
  const keyText = request.logKey ?? (await source.key());
  if (keyText === null) throw new UnusableInput('the log’s key is missing: give it with --log-key');
  const key = openKey(keyText);
  const report = new FindingsReport(source.name);
  const witnesses = await WitnessedLog.open(request);
  const note = await source.checkpoint();
  const checkpoint = report.attempt(null, () => openCheckpoint(note, key));
  if (checkpoint === null) return report.verdict([], { trusted: true, unverified: 0 });
  report.add(witnesses?.begin(key, checkpoint.size) ?? []);
  const earlier = await earlierHeads(request, key, report);
  const sink = request.save === null ? null : await sinkFor(request.save, note, keyText);
  const options = { chains, acceptSimulated: !request.live };
  const verifier = verifierFor(checkpoint.size, request.threads ?? availableParallelism(), options);
  const pipeline = new LogPipeline(batchFor(checkpoint.size, verifier.threads), options, verifier, (findings) =>
    report.add(findings),
  );
  const progress = new ProgressLine(checkpoint.size, request.quiet);
  try {
    await stream({ source, checkpoint, earlier, witnesses, sink, pipeline, report, progress });
    await sink?.finish();
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    // The leaves before it hash to what was signed, so they are still verified.
    await pipeline.settle();
    report.add([{ leaf: error.leaf, problem: error.message }]);
  } finally {
    await verifier.close();
  }
  const pinned = request.logKey !== null;
  const notes = [
    progress.summary(pipeline.counts),
    ...(witnesses === null ? [] : [witnesses.summary()]),
    ...pipeline.pendingNumbers().map((text) => `${text} not in the log yet: an opening in progress`),
    ...(pinned ? [] : [`the log’s key comes from the log itself; pin it: --log-key '${keyText}'`]),
    ...unverifiedNotes(pipeline.unverified),
    ...(pipeline.simulated ? ['SIMULATED BEACON: play money, its key is not a public network’s'] : []),
  ];
  return report.verdict(notes, { trusted: pinned || request.acceptUnpinned, unverified: pipeline.counts.unverified });
}

/** A line per game whose rounds could be followed, but not recomputed. */
function unverifiedNotes(unverified: ReadonlyMap<string, number>): readonly string[] {
  return [...unverified].map(
    ([game, rounds]) =>
      `NOT VERIFIED: ${rounds} settled rounds of ${game}, a game that this version does not know (it knows ` +
      `${GAME_NAMES.join(', ')}): ` +
      'their commitments, signatures and seals were verified; the choice of their beacon, their draws and payouts ' +
      'were not',
  );
}

/** An earlier checkpoint of this log from another source, with its label (`seen before`): the log must continue it. */
type EarlierHead = { readonly label: string; readonly checkpoint: Checkpoint };

/** Every head that this log must not contradict. Heads that witnesses signed belong here. */
async function earlierHeads(
  request: LogRequest,
  key: NoteKey,
  report: FindingsReport,
): Promise<readonly EarlierHead[]> {
  if (request.seen === null) return [];
  const file = request.seen;
  const note = await readFile(file, 'utf8').catch(() => {
    throw new UnusableInput(`cannot read ${file}`);
  });
  const checkpoint = report.attempt(null, () => openCheckpoint(note, key));
  return checkpoint === null ? [] : [{ label: 'seen before', checkpoint }];
}

interface BundleStream {
  readonly source: LogSource;
  readonly checkpoint: Checkpoint;
  readonly earlier: readonly EarlierHead[];
  readonly witnesses: WitnessedLog | null;
  readonly sink: LogSink | null;
  readonly pipeline: LogPipeline;
  readonly report: FindingsReport;
  readonly progress: ProgressLine;
}

async function stream(parts: BundleStream): Promise<void> {
  const { source, checkpoint, earlier, witnesses, sink, pipeline, report, progress } = parts;
  const reader = new LogReader();
  const { size } = checkpoint;
  for (const { label, checkpoint: head } of earlier.filter((each) => each.checkpoint.size > size))
    report.add([
      { leaf: size, problem: `the log has ${size} leaves and had ${head.size}: it was truncated (${label})` },
    ]);
  for await (const { index, width, bundle, tile } of bundlesOf(source, size)) {
    if (bundle === null) throw new LogBroken(index * TILE_WIDTH, 'the log does not serve its leaves from here on');
    if (tile === null && source.hasTiles)
      throw new LogBroken(index * TILE_WIDTH, 'the log does not serve the tile of its leaves');
    const entries: Uint8Array[] = [];
    for (const entry of reader.read(bundle, tile, width)) {
      await pipeline.add(entry);
      entries.push(entry);
      for (const found of witnesses?.take(entry, reader.size - 1, () => reader.head) ?? []) pipeline.note(found);
      for (const { label, checkpoint: head } of earlier)
        if (reader.size === head.size) for (const found of rootFindings(head, reader, label)) pipeline.note(found);
    }
    await sink?.bundle(index, width, bundle, entries);
    if (tile !== null) await sink?.tile({ level: 0, index, width }, tile);
    progress.show(pipeline.counts);
  }
  for (const found of rootFindings(checkpoint, reader, 'signed')) pipeline.note(found);
  for (const found of witnesses?.finish() ?? []) pipeline.note(found);
  await pipeline.finish();
  if (source.hasTiles) await checkUpperTiles(source, reader, size, sink, report);
}

/** Bundles and their tiles in order, some fetched ahead. */
async function* bundlesOf(source: LogSource, size: number) {
  const count = Math.ceil(size / TILE_WIDTH);
  const fetchOne = (index: number) => {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const both = Promise.all([source.bundle(index, width), source.tile({ level: 0, index, width })]);
    // Awaited in order; until then a failure must not count as an unhandled rejection.
    both.catch(() => undefined);
    return { index, width, both };
  };
  const queue = Array.from({ length: Math.min(AHEAD, count) }, (_, i) => fetchOne(i));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const ahead = next.index + AHEAD;
    if (ahead < count) queue.push(fetchOne(ahead));
    const [bundle, tile] = await next.both;
    yield { index: next.index, width: next.width, bundle, tile };
  }
}

async function checkUpperTiles(
  source: LogSource,
  reader: LogReader,
  size: number,
  sink: LogSink | null,
  report: FindingsReport,
) {
  for (const tile of tilesOf(size).filter(({ level }) => level > 0)) {
    const bytes = await source.tile(tile);
    const problem = reader.tileProblem(tile, bytes ?? new Uint8Array());
    if (problem !== null) report.add([{ leaf: null, problem }]);
    else if (bytes !== null) await sink?.tile(tile, bytes);
  }
}

/** The leaves read so far must be those of a checkpoint. */
function rootFindings(checkpoint: Checkpoint, reader: LogReader, which: string): readonly LogFinding[] {
  const { size, root } = reader.head;
  if (size === checkpoint.size && equalBytes(root, checkpoint.root)) return [];
  const problem =
    `the first ${size} leaves hash to ${toHex(root)}, the checkpoint ${which} has ${toHex(checkpoint.root)} for ` +
    `${checkpoint.size}`;
  return [{ leaf: null, problem }];
}

/** Prints findings as they occur, and the verdict over them. */
class FindingsReport {
  readonly #name: string;
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(findings: readonly LogFinding[]): void {
    for (const { leaf, problem } of findings) {
      this.#count += 1;
      if (this.#count <= MAX_PRINTED) process.stdout.write(`FAIL ${leaf === null ? '' : `leaf ${leaf}: `}${problem}\n`);
    }
  }

  /** What `find` returns; null, with a finding, when it throws. */
  attempt<T>(leaf: number | null, find: () => T): T | null {
    try {
      return find();
    } catch (error) {
      this.add([{ leaf, problem: `checkpoint: ${error instanceof Error ? error.message : String(error)}` }]);
      return null;
    }
  }

  /**
   * `trusted`: the key was pinned, or the caller chose to trust the log's own key. `unverified`: rounds of unknown games.
   */
  verdict(notes: readonly string[], how: { readonly trusted: boolean; readonly unverified: number }): 0 | 1 | 3 | 4 {
    const more = this.#count > MAX_PRINTED ? `     and ${this.#count - MAX_PRINTED} more\n` : '';
    process.stdout.write(`${more}${notes.map((note) => `     ${note}\n`).join('')}${this.#head(how)}\n`);
    if (this.#count > 0) return 1;
    if (how.unverified > 0) return 4;
    return how.trusted ? 0 : 3;
  }

  #head({ trusted, unverified }: { readonly trusted: boolean; readonly unverified: number }): string {
    if (this.#count > 0) return `FAIL ${this.#name}: ${this.#count} findings`;
    if (unverified > 0)
      return (
        `???? ${this.#name}: everything this version can verify holds, but ${unverified} settled rounds are of games ` +
        'that it does not know'
      );
    if (trusted) return `OK   ${this.#name}: the whole log holds`;
    return (
      `???? ${this.#name}: the whole log holds, but under a key that was not pinned: give it with --log-key, or ` +
      '--accept-unpinned'
    );
  }
}

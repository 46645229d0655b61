/** The table of `npm run bench`: compares each result with its recorded ratio, and renders the table for the screen and for docs/performance.md. */
import type { BenchResult } from './report.ts';

/** A ratio below this share of the recorded one fails the run. */
export const MIN_SHARE = 0.85;
/** Up to this share of all cores in use by other processes, a machine counts as quiet. */
export const QUIET_SHARE = 0.1;

export interface MeasuredResult extends BenchResult {
  /** Share of all cores, 0 to 1, that was in use before the bench began. */
  readonly busyShare: number;
}

/** Ratios by work, as recorded.json keeps them. */
export type RecordedRatios = Readonly<Record<string, number>>;

export type Verdict = 'ok' | 'slower' | 'not judged: the machine is busy' | 'not recorded';

export const isQuiet = ({ busyShare }: Pick<MeasuredResult, 'busyShare'>): boolean => busyShare <= QUIET_SHARE;

/** Only a quiet run is judged: another process takes more from the product, which is one thread, than from its peer. */
export function judge(result: MeasuredResult, recorded: RecordedRatios): Verdict {
  const last = recorded[result.work];
  if (last === undefined) return 'not recorded';
  if (!isQuiet(result)) return 'not judged: the machine is busy';
  return result.ratio < MIN_SHARE * last ? 'slower' : 'ok';
}

/** The recorded ratios after a run: quiet results replace them, busy ones do not. */
export function recordRatios(results: readonly MeasuredResult[], recorded: RecordedRatios): RecordedRatios {
  const quiet = results.filter(isQuiet).map(({ work, ratio }) => [work, Number(ratio.toFixed(3))]);
  return { ...recorded, ...(Object.fromEntries(quiet) as RecordedRatios) };
}

const HEAD = ['work', 'ours', 'limit, or peer in the same run', 'ratio', 'recorded', 'machine before'];

function cellsOf(result: MeasuredResult, recorded: RecordedRatios): string[] {
  const { work, ours, limit, ratio, busyShare } = result;
  const machine = isQuiet(result) ? 'quiet' : `${Math.round(100 * busyShare)}% busy`;
  return [work, ours, limit, ratio.toFixed(2), recorded[work]?.toFixed(2) ?? '-', machine];
}

export function tableOf(results: readonly MeasuredResult[], recorded: RecordedRatios): string {
  return render(results.map((each) => cellsOf(each, recorded)));
}

/** A Markdown table whose columns have equal width, as the formatter writes it. */
function render(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const BEGIN = '<!-- npm run bench: begin -->';
const END = '<!-- npm run bench: end -->';

/**
 * The document with the results in the table between its markers. Lines of other works stay, and a result of a busy machine does not replace a quiet
 * one.
 */
export function withTable(document: string, results: readonly MeasuredResult[], recorded: RecordedRatios): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`docs/performance.md: the markers of the table are missing: ${BEGIN}`);
  const rows = new Map<string, readonly string[]>();
  for (const line of document.slice(begin + BEGIN.length, end).split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [work = ''] = cells;
    if (cells.length === HEAD.length && work !== HEAD[0] && !work.startsWith('---')) rows.set(work, cells);
  }
  for (const result of results) {
    if (isQuiet(result) || rows.get(result.work)?.at(-1) !== 'quiet') rows.set(result.work, cellsOf(result, recorded));
  }
  return `${document.slice(0, begin)}${BEGIN}\n\n${render([...rows.values()])}\n\n${document.slice(end)}`;
}

/** The account of a drill, without I/O: which acknowledged stakes are lost or doubled, and how long no stake was acknowledged. */
import type { AcknowledgedStake } from '../e2e/lib/soak/crowd.ts';

/** Entries of a player in a round, as the database has them. */
export interface RecordedEntries {
  readonly roundId: string;
  readonly playerId: string;
  readonly entries: number;
  readonly items: readonly string[];
}

export interface StakeAccount {
  /** Acknowledged stakes that the database does not have. */
  readonly lost: string[];
  /** Entries that were never acknowledged: a retry made a second one. */
  readonly doubled: string[];
}

/** Compares what clients were answered with what was recorded. Every call was repeated until it was answered, so both must be equal. */
export function accountOf(
  acknowledged: readonly AcknowledgedStake[],
  recorded: readonly RecordedEntries[],
): StakeAccount {
  const keyOf = ({ roundId, playerId }: { roundId: string; playerId: string }) => `${roundId} ${playerId}`;
  const found = new Map(recorded.map((each) => [keyOf(each), each]));
  const counts = new Map<string, number>();
  const lost: string[] = [];
  for (const stake of acknowledged) {
    const key = keyOf(stake);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const has = new Set(found.get(key)?.items);
    const missing = stake.items.filter((item) => !has.has(item));
    if (missing.length > 0) lost.push(`${key}: ${missing.join(', ')}`);
    else if (!found.has(key)) lost.push(key);
  }
  for (const [key, count] of counts) {
    const entries = found.get(key)?.entries ?? 0;
    if (entries > 0 && entries < count) lost.push(`${key}: ${entries} entries of ${count}`);
  }
  const doubled = recorded
    .filter((each) => each.entries > (counts.get(keyOf(each)) ?? 0))
    .map((each) => `${keyOf(each)}: ${each.entries} entries, ${counts.get(keyOf(each)) ?? 0} acknowledged`);
  return { lost, doubled };
}

/** The longest time without an answer, in ms, that touches the span from `from` to `to`. `answers`: instants in order. */
export function gapOf(answers: readonly number[], from: number, to: number): number {
  const inside = answers.filter((at) => at >= from && at <= to);
  const before = answers.findLast((at) => at < from) ?? from;
  const points = [before, ...inside, to];
  return Math.max(...points.slice(1).map((at, i) => at - (points[i] ?? at)));
}

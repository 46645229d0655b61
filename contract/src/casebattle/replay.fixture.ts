import type { BattleReplay } from './schemas.ts';

/** The state of the replay at `now`: the round on the screen (-1 before the first) and its progress, 0 to 1. */
export function replayAt(
  replay: BattleReplay,
  rounds: number,
  now: number,
): { readonly part: 'lead' | 'reels' | 'tie' | 'over'; readonly round: number; readonly progress: number } {
  const since = now - replay.startsAt;
  if (since < 0) return { part: 'lead', round: -1, progress: 0 };
  const reelsMs = rounds * replay.roundMs;
  if (since < reelsMs) {
    const round = Math.floor(since / replay.roundMs);
    return { part: 'reels', round, progress: (since - round * replay.roundMs) / replay.roundMs };
  }
  const tie = since - reelsMs;
  if (tie < replay.tieMs) return { part: 'tie', round: rounds - 1, progress: tie / replay.tieMs };
  return { part: 'over', round: rounds - 1, progress: 1 };
}

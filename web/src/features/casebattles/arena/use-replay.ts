/** Watching a finished battle once more, from any of its rounds. Called by the view. The server knows nothing of it. */
import { useEffect, useMemo, useState } from 'react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { serverNow } from '../../../platform/live/clock.ts';
import { timelineOf } from '../stage.ts';
import { startedAt } from '../timeline.ts';
import type { Timeline } from '../timeline.ts';

/** Enough to see that something begins. */
const LEAD_MS = 500;

export interface Replaying {
  /** What the reels follow; null when the battle itself is shown. */
  readonly timeline: Timeline | null;
  readonly play: (fromRound: number) => void;
  readonly stop: () => void;
}

export function useReplay(battle: Casebattle): Replaying {
  const [startsAt, setStartsAt] = useState<number | null>(null);
  const named = useMemo(() => timelineOf(battle), [battle]);
  const timeline = useMemo(
    () => (named === null || startsAt === null ? null : startedAt(named, startsAt)),
    [named, startsAt],
  );
  useEffect(() => {
    if (timeline === null) return undefined;
    const timer = setTimeout(() => setStartsAt(null), timeline.endsAt - serverNow() + 50);
    return () => clearTimeout(timer);
  }, [timeline]);
  return {
    timeline,
    play: (fromRound) => named && setStartsAt(serverNow() + LEAD_MS - fromRound * named.roundMs),
    stop: () => setStartsAt(null),
  };
}

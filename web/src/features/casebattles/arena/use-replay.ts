/** Replays a finished battle from any of its rounds, in the browser only. Used by the battle's page. */
import { useEffect, useMemo, useState } from 'react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { serverNow } from '../../../platform/live/clock.ts';
import { timelineOf } from '../stage.ts';
import { restartedAt } from '../timeline.ts';
import type { Timeline } from '../timeline.ts';

/** Short pause before the reels start. */
const LEAD_MS = 500;

export interface ReplayControls {
  /** The timeline that the reels follow; null without a replay. */
  readonly timeline: Timeline | null;
  readonly play: (fromRound: number) => void;
  readonly stop: () => void;
}

export function useReplay(battle: Casebattle): ReplayControls {
  const [startsAt, setStartsAt] = useState<number | null>(null);
  const named = useMemo(() => timelineOf(battle), [battle]);
  const timeline = useMemo(
    () => (named === null || startsAt === null ? null : restartedAt(named, startsAt)),
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

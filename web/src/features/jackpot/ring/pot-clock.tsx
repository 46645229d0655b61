/** The countdown of the pot: digits in the middle, a thin arc around them, and the seconds added by a late entry. */
import { useEffect, useRef, useState } from 'react';
import { JACKPOT_COUNTDOWN_MS } from '@fairpot/contract/jackpot/calls';
import { playCue } from '../../../platform/page/sound.ts';
import { Countdown } from '../../../ui/values/countdown.tsx';
import { useDrainingArc } from '../../../ui/values/draining-arc.ts';
import { texts } from '../texts.ts';

/** The last seconds tick audibly. */
const TICK_FROM = 5;

export interface PotClockProps {
  readonly deadlineAt: number;
  /** Announces the last seconds: for players with a stake. */
  readonly own: boolean;
}

export function PotClock({ deadlineAt, own }: PotClockProps) {
  const extended = useExtension(deadlineAt);
  return (
    <div className="relative mt-1.5">
      <span className="inline-grid min-w-[84px] place-items-center rounded-md bg-ink-3 px-3 py-1">
        <Countdown
          deadlineAt={deadlineAt}
          label={texts.centre.countdown}
          size="lg"
          announce={own}
          onSecond={(left) => {
            if (left > 0 && left <= TICK_FROM) playCue('tick');
          }}
        />
      </span>
      {extended !== null && (
        <span
          key={extended.serial}
          className="pot-extended absolute inset-x-0 -top-5 text-sm font-extrabold text-volt"
          role="status"
        >
          {texts.centre.extended(extended.seconds)}
        </span>
      )}
    </div>
  );
}

interface Extension {
  readonly serial: number;
  readonly seconds: number;
}

/** The last extension of the deadline, in whole seconds; null if it has not moved since the clock appeared. */
function useExtension(deadlineAt: number): Extension | null {
  const known = useRef(deadlineAt);
  const [extension, setExtension] = useState<Extension | null>(null);
  useEffect(() => {
    const seconds = Math.round((deadlineAt - known.current) / 1_000);
    known.current = deadlineAt;
    if (seconds > 0) setExtension((last) => ({ serial: (last?.serial ?? 0) + 1, seconds }));
  }, [deadlineAt]);
  return extension;
}

const RADIUS = 107;
const LENGTH = 2 * Math.PI * RADIUS;

/** The thin arc inside the band: the remaining part of a full countdown; full while more than that remains. */
export function TimeArc({ deadlineAt }: { readonly deadlineAt: number }) {
  const arc = useDrainingArc(deadlineAt, JACKPOT_COUNTDOWN_MS, LENGTH);
  return (
    <svg viewBox="-170 -170 340 340" aria-hidden className="absolute inset-0">
      <circle r={RADIUS} className="pot-time" />
      <circle ref={arc} r={RADIUS} className="pot-time-left" strokeDasharray={LENGTH} transform="rotate(-90)" />
    </svg>
  );
}

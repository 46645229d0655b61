/**
 * Time left until an absolute deadline on the server's clock. The digits change every second, the ring gradually. With `announce` screen
 * readers hear 30, 10 and 5 seconds (only for a player with a stake).
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { announce as say } from '../../platform/page/announcer.ts';
import { serverNow, useClock } from '../../platform/live/clock.ts';
import { cx } from '../layout/cx.ts';
import { useDrainingArc } from './draining-arc.ts';
import { messages } from '../../messages.ts';

/** Seconds left that are announced. */
export const SPOKEN_SECONDS: readonly number[] = [30, 10, 5];

/** Whole seconds left, rounded up, at least 0. */
export function secondsLeft(deadlineAt: number, now: number): number {
  return Math.max(0, Math.ceil((deadlineAt - now) / 1000));
}

/** '00:24', '12:05', '1:02:03'. */
export function clockText(seconds: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Seconds left, updated on each second; `onSecond` runs on every change, `onOver` once at 0. */
export function useCountdown(
  deadlineAt: number,
  listen: { readonly onSecond?: (left: number) => void; readonly onOver?: () => void } = {},
): number {
  const offsetMs = useClock((clock) => clock.offsetMs);
  const [left, setLeft] = useState(() => secondsLeft(deadlineAt, serverNow()));
  const notify = useEffectEvent((now: number) => {
    listen.onSecond?.(now);
    if (now === 0) listen.onOver?.();
  });
  useEffect(() => {
    let timer = 0;
    let notified = -1;
    const tick = (): void => {
      const remaining = deadlineAt - serverNow();
      const now = secondsLeft(deadlineAt, serverNow());
      setLeft(now);
      if (now !== notified) notify(now);
      notified = now;
      // wake just after the next whole second, counted from the deadline
      if (remaining > 0) timer = window.setTimeout(tick, (remaining % 1000) + 4);
    };
    tick();
    return () => clearTimeout(timer);
  }, [deadlineAt, offsetMs]);
  return left;
}

export interface CountdownProps {
  /** Epoch ms on the server's clock. */
  readonly deadlineAt: number;
  /** Length of the whole countdown in ms; draws the ring when given. */
  readonly totalMs?: number;
  /** The event at the deadline, for screen readers: 'Draw'. */
  readonly label: string;
  /** Announce 30, 10 and 5 s. */
  readonly announce?: boolean;
  readonly size?: 'sm' | 'lg';
  readonly onSecond?: (left: number) => void;
  readonly onOver?: () => void;
}

export function Countdown(props: CountdownProps) {
  const { deadlineAt, totalMs, label, announce = false, size = 'sm', onSecond, onOver } = props;
  const left = useCountdown(deadlineAt, {
    onSecond: (now) => {
      if (announce && SPOKEN_SECONDS.includes(now)) say(messages.parts.countdown(label, now));
      onSecond?.(now);
    },
    ...(onOver ? { onOver } : {}),
  });
  const digits = (
    <span
      className={cx('font-extrabold tabular-nums', size === 'lg' ? 'text-xl' : 'text-base', left <= 5 && 'text-warn')}
    >
      {totalMs !== undefined && totalMs <= 60_000 ? left : clockText(left)}
    </span>
  );
  return (
    <span
      role="timer"
      aria-label={messages.parts.countdown(label, left)}
      aria-live="off"
      className="inline-grid place-items-center"
    >
      {totalMs === undefined ? digits : <Ring deadlineAt={deadlineAt} totalMs={totalMs} large={size === 'lg'} />}
      {totalMs === undefined ? null : <span className="col-start-1 row-start-1">{digits}</span>}
    </span>
  );
}

const RADIUS = 21;
const LENGTH = 2 * Math.PI * RADIUS;

function Ring({ deadlineAt, totalMs, large }: { deadlineAt: number; totalMs: number; large: boolean }) {
  const arc = useDrainingArc(deadlineAt, totalMs, LENGTH);
  return (
    <svg viewBox="0 0 48 48" aria-hidden className={cx('col-start-1 row-start-1', large ? 'size-20' : 'size-12')}>
      <circle cx="24" cy="24" r={RADIUS} fill="none" stroke="var(--color-ink-4)" strokeWidth="4" />
      <circle
        ref={arc}
        cx="24"
        cy="24"
        r={RADIUS}
        fill="none"
        stroke="var(--color-volt)"
        strokeWidth="4"
        strokeDasharray={LENGTH}
        transform="rotate(-90 24 24)"
      />
    </svg>
  );
}

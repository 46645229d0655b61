/** The bar at the top of every page: the server's mode and the connection. Amber while the connection is lost. */
import { useEffect, useState } from 'react';
import { messages } from '../../messages.ts';
import { useClock } from '../../platform/live/clock.ts';
import { useLive } from '../../platform/live/live.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { cx } from '../../ui/layout/cx.ts';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';

/** A first connection that takes longer than this is reported. */
const SLOW_AFTER_MS = 4_000;

function useIsSlow(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLate(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return waiting && late;
}

export function StatusBar() {
  const status = useLive((live) => live.status);
  const slow = useIsSlow(status === 'connecting');
  const lost = status === 'reconnecting' || slow;
  return (
    <section
      aria-label={messages.network.bar}
      className={cx(
        'frame-bar flex items-center justify-between gap-4 border-b px-4 text-xs font-semibold',
        lost ? 'border-warn bg-warn text-volt-ink' : 'border-line bg-ink-0 text-fg-2',
      )}
    >
      <ModeLabel lost={lost} />
      <p role="status" className="truncate">
        {lost && (status === 'reconnecting' ? messages.network.reconnecting : messages.network.connecting)}
      </p>
      {!lost && <Latency />}
    </section>
  );
}

function ModeLabel({ lost }: { readonly lost: boolean }) {
  const settings = useSettings();
  if (!settings) return <span />;
  const demo = settings.global.mode === 'demo';
  return (
    <p className="flex min-w-0 items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={cx('size-2 shrink-0 rotate-45', lost ? 'bg-current' : demo ? 'bg-warn' : 'bg-ok')} />
      <strong className={cx('font-bold', !lost && 'text-fg')}>
        {demo ? messages.demo.banner : messages.demo.live}
      </strong>
      {settings.beacon.simulated && (
        <span className={cx('truncate', lost && 'max-md:hidden')}>{messages.demo.beacon}</span>
      )}
    </p>
  );
}

function Latency() {
  const { rttMs, offsetMs } = useClock();
  const online = useLive((live) => live.status === 'online');
  if (!online || rttMs === null) return <span />;
  const offset = `${offsetMs >= 0 ? '+' : ''}${messages.network.latency(offsetMs)}`;
  return (
    <Tooltip text={messages.network.latencyHint(rttMs, offset)}>
      <span tabIndex={0} className="flex shrink-0 items-center gap-1.5 rounded-sm whitespace-nowrap">
        <span aria-hidden className={cx('size-2 rounded-full', rttMs < 250 ? 'bg-ok' : 'bg-warn')} />
        <VisuallyHidden>{messages.network.connected}</VisuallyHidden>
        {messages.network.latency(rttMs)}
      </span>
    </Tooltip>
  );
}

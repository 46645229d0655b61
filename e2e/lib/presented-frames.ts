/**
 * The frames that Chromium presents, from a trace: what a person sees. Scrolling and reels run on the compositor's thread, so it presents frames while the
 * page's script is at work. Used by smooth.ts.
 */
import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  /** 'b' where something begins that ends later. */
  readonly ph: string;
  /** Microseconds. */
  readonly ts: number;
}

const PRESENTED = 'Graphics.Pipeline.DrawAndSwap';

/** Starts to watch; the returned function ends it, and returns when each frame was drawn, in ms of `process.hrtime` (Linux). */
export async function watchPresentedFrames(cdp: CDPSession): Promise<() => Promise<number[]>> {
  const drawn: number[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, ph, ts } of value as unknown as TraceEvent[]) {
      if (name === PRESENTED && ph === 'b') drawn.push(ts / 1_000);
    }
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['viz'] },
  });
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    return drawn.toSorted((a, b) => a - b);
  };
}

/**
 * Where the main thread of a page spends its time, by kind of work, from a trace of Chromium. Processor time and not time of the clock, so that other
 * programs on the machine change little. Used by smooth.ts.
 */
import type { CDPSession } from '@playwright/test';

/** Ms of the processor by kind of work. */
export type WorkByKind = ReadonlyMap<string, number>;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of its thread in microseconds: the begin, and the length. */
  readonly tts?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['devtools.timeline', 'v8', 'blink.user_timing', '__metadata'];

/** Work of a kind, by the names that Chromium gives it. Everything else that runs inside of it counts as its parent. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  style: ['UpdateLayoutTree', 'ScheduleStyleRecalculation', 'InvalidateLayout'],
  layout: ['Layout', 'UpdateLayerTree', 'HitTest', 'IntersectionObserverController::computeIntersections'],
  'pre-paint': ['PrePaint'],
  paint: ['Paint', 'PaintImage'],
  composite: ['Layerize', 'Commit', 'CompositeLayers', 'UpdateLayer'],
  images: ['Decode Image', 'ImageDecodeTask', 'Decode LazyPixelRef'],
  garbage: ['MinorGC', 'MajorGC', 'V8.GC_SCAVENGER', 'V8.GC_MC_INCREMENTAL', 'BlinkGC.AtomicPhase'],
  script: ['FunctionCall', 'FireAnimationFrame', 'TimerFire', 'EventDispatch', 'RunMicrotasks', 'EvaluateScript'],
};
const KIND_BY_NAME = new Map(Object.entries(KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind])));
/** What belongs to no kind. */
const REST = 'rest';

/** Starts a trace of the page; the returned function ends it. Only the page of the session may be drawing meanwhile. */
export async function traceMainThread(cdp: CDPSession): Promise<() => Promise<WorkByKind>> {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...CATEGORIES, 'toplevel', 'disabled-by-default-devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    return workOf(events);
  };
}

/** Own time of the events of the busiest main thread: the length of each without what runs inside of it. */
function workOf(events: readonly TraceEvent[]): WorkByKind {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const works = threads.map((thread) =>
    ownTimes(events.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid)),
  );
  return works.reduce((most, work) => (totalOf(work) > totalOf(most) ? work : most), new Map<string, number>());
}

export function totalOf(work: WorkByKind): number {
  return [...work.values()].reduce((sum, ms) => sum + ms, 0);
}

function ownTimes(events: readonly TraceEvent[]): WorkByKind {
  const own = new Map<string, number>();
  const add = (kind: string, micros: number) => own.set(kind, (own.get(kind) ?? 0) + micros / 1_000);
  const open: { end: number; kind: string }[] = [];
  const whole = events.filter(({ ph, tts, tdur }) => ph === 'X' && tts !== undefined && tdur !== undefined);
  for (const { name, tts = 0, tdur = 0 } of whole.toSorted(
    (a, b) => (a.tts ?? 0) - (b.tts ?? 0) || (b.tdur ?? 0) - (a.tdur ?? 0),
  )) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= tts) open.pop();
    const parent = open.at(-1);
    const kind = KIND_BY_NAME.get(name) ?? parent?.kind ?? REST;
    if (parent) add(parent.kind, -tdur);
    add(kind, tdur);
    open.push({ end: tts + tdur, kind });
  }
  return own;
}

/**
 * One reel: a strip of cells that runs under a mark and stops with the proven cell in its middle.
 *
 * Used once per seat and battle round, and for the draw of a tie. The run is one compositor animation of `transform`, so a busy
 * page cannot make it stutter or stop elsewhere. Invariant: it stops at the instant of the timeline, whenever the picture was
 * opened (`currentTime` starts late for a late viewer). With reduced motion nothing runs and the result fades in at the end of
 * the same time, so that no viewer sees it earlier.
 */
import { memo, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { serverNow, useClock } from '../../../platform/live/clock.ts';
import { useReducedMotion } from '../../../platform/page/preferences.ts';
import { framesOf, shiftOf, STOP } from './reel-model.ts';
import type { ReelStrip } from './reel-model.ts';
import './reel.css';

/** Appearance of one kind of cell. */
export interface Face {
  readonly icon: string;
  /** CSS colour of the rarity or the team. */
  readonly colour: string;
  /** Marks below the picture: more for a rarer item, so that colour is not the only sign. */
  readonly pips?: number;
  /** Shown instead of a picture: the number of a team in the draw of a tie. */
  readonly text?: string;
}

export interface ReelProps {
  readonly strip: ReelStrip;
  /** Appearance of the cells, by the indexes of the strip. */
  readonly faces: readonly Face[];
  /** Start of the run in epoch ms of the server, and its duration. */
  readonly startsAt: number;
  readonly lengthMs: number;
  /** True once the result may be shown. */
  readonly stands: boolean;
  /** The picture as text. */
  readonly label: string;
  /** Shown instead of the run with reduced motion: the case being opened. */
  readonly idle?: ReactNode;
}

export const Reel = memo(function Reel(props: ReelProps) {
  const { strip, faces, startsAt, lengthMs, stands, label, idle } = props;
  const body = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();
  const offsetMs = useClock((clock) => clock.offsetMs);
  useLayoutEffect(() => {
    // Already stopped: the style alone shows the position.
    if (!body.current || serverNow() - startsAt > lengthMs) return;
    const run = runFrom(startsAt, body.current, still ? FADE : framesOf(strip), { duration: lengthMs, fill: 'both' });
    return () => run.cancel();
  }, [strip, startsAt, lengthMs, still, offsetMs]);
  const drawn = faces[strip.cells[STOP] ?? 0];
  return (
    <div
      className="reel"
      role="img"
      aria-label={label}
      data-stands={stands || undefined}
      data-still={still || undefined}
      style={stands ? tint(drawn) : undefined}
    >
      <div ref={body} className="reel-strip" style={{ transform: `translateY(${-shiftOf(STOP)}%)` }}>
        {strip.cells.map((face, at) => (
          <Cell key={at} face={faces[face]} isStop={at === STOP} />
        ))}
      </div>
      {still && !stands && <span className="reel-wait">{idle}</span>}
      <span aria-hidden className="reel-mark" />
    </div>
  );
});

/**
 * Moves `strip` as if it had begun at `startsAt` (epoch ms of the server). A start instead of a position: a position would hold until the next frame, and
 * a reel that continues another would stand still for it.
 */
export function runFrom(
  startsAt: number,
  strip: Element,
  frames: Keyframe[],
  timing: KeyframeEffectOptions,
): Animation {
  const run = strip.animate(frames, timing);
  run.startTime = performance.now() + startsAt - serverNow();
  return run;
}

/** Reduced motion: nothing until the end, then the drawn cell alone. */
const FADE: Keyframe[] = [
  { opacity: 0, transform: `translateY(${-shiftOf(STOP)}%)` },
  { opacity: 0, transform: `translateY(${-shiftOf(STOP)}%)`, offset: 0.95 },
  { opacity: 1, transform: `translateY(${-shiftOf(STOP)}%)` },
];

/** One cell of a strip. `isStop`: the drawn one. */
export const Cell = memo(function Cell({
  face,
  isStop,
}: {
  readonly face: Face | undefined;
  readonly isStop: boolean;
}) {
  return (
    <div className="reel-cell" data-stop={isStop || undefined} style={tint(face)}>
      {face?.text === undefined ? <CellArt icon={face?.icon ?? ''} /> : <span className="reel-text">{face.text}</span>}
    </div>
  );
});

/** Not lazy, unlike pictures elsewhere: a cell that moves into view at speed has no time to load. */
function CellArt({ icon }: { readonly icon: string }) {
  const [broken, setBroken] = useState('');
  if (icon === '' || broken === icon) return <span className="reel-blank" />;
  return <img src={icon} alt="" width={240} height={124} decoding="async" onError={() => setBroken(icon)} />;
}

/** React's style type knows no custom properties; React itself does. */
function tint(face: Face | undefined): CSSProperties & Readonly<Record<'--tier' | '--pips', string>> {
  return { '--tier': face?.colour ?? 'var(--color-fg-3)', '--pips': String(face?.pips ?? 1) };
}

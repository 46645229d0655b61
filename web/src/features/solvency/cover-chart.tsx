/** Owed and held over time, as a chart and as a table, which screen readers can read. */
import { formatUsd } from '@fairpot/contract/wire/money';
import type { CoverPoint } from './figures.ts';
import { texts as solvencyTexts } from './texts.ts';

const texts = solvencyTexts.chart;
import { formatExactTime } from '../../platform/page/time.ts';

const WIDTH = 720;
const HEIGHT = 200;
const PAD = 8;

export function CoverChart({ points }: { readonly points: readonly CoverPoint[] }) {
  const most = Math.max(1, ...points.flatMap(({ owed, held }) => [owed, held]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2)
    return <p className="text-sm text-fg-2">{texts.none}</p>;
  const x = (at: number) => PAD + ((at - first.at) / Math.max(1, last.at - first.at)) * (WIDTH - 2 * PAD);
  const y = (cents: number) => HEIGHT - PAD - (cents / most) * (HEIGHT - 2 * PAD);
  const line = (of: 'owed' | 'held') =>
    points.map((point) => `${x(point.at).toFixed(1)},${y(point[of]).toFixed(1)}`).join(' ');
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Key colour="text-volt" name={texts.held} now={formatUsd(last.held)} />
        <Key colour="text-info" name={texts.owed} now={formatUsd(last.owed)} dashed />
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
        className="h-48 w-full rounded-md border border-line bg-ink-1"
      >
        {[0.25, 0.5, 0.75].map((part) => (
          <line
            key={part}
            x1={PAD}
            x2={WIDTH - PAD}
            y1={y(most * part)}
            y2={y(most * part)}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <polyline
          points={line('owed')}
          fill="none"
          strokeWidth={2}
          strokeDasharray="6 4"
          vectorEffect="non-scaling-stroke"
          className="stroke-info"
        />
        <polyline
          points={line('held')}
          fill="none"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className="stroke-volt"
        />
      </svg>
      <div className="flex justify-between text-xs text-fg-2 tabular-nums">
        <Time at={first.at} />
        <span>
          {texts.range(
            formatUsd(points.reduce((top, { owed, held }) => (held > top ? held : owed > top ? owed : top), last.owed)),
          )}
        </span>
        <Time at={last.at} />
      </div>
      <details>
        <summary className="cursor-pointer text-sm text-fg-2">{texts.asTable}</summary>
        <div className="mt-2 max-h-72 overflow-auto">
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="text-left text-fg-2">
                <th className="py-1 pr-4 font-semibold">{texts.statement}</th>
                <th className="py-1 pr-4 font-semibold">{texts.time}</th>
                <th className="py-1 pr-4 text-right font-semibold">{texts.owed}</th>
                <th className="py-1 text-right font-semibold">{texts.held}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <tr key={point.number} className="border-t border-line">
                  <td className="py-1 pr-4">{point.number}</td>
                  <td className="py-1 pr-4 whitespace-nowrap">
                    <Time at={point.at} />
                  </td>
                  <td className="py-1 pr-4 text-right">{formatUsd(point.owed)}</td>
                  <td className="py-1 text-right">{formatUsd(point.held)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

interface KeyProps {
  readonly colour: string;
  readonly name: string;
  readonly now: string;
  readonly dashed?: boolean;
}

function Key({ colour, name, now, dashed = false }: KeyProps) {
  return (
    <span className="flex items-center gap-2">
      <svg aria-hidden width={24} height={4} className={colour}>
        <line
          x1={0}
          x2={24}
          y1={2}
          y2={2}
          stroke="currentColor"
          strokeWidth={3}
          strokeDasharray={dashed ? '6 4' : ''}
        />
      </svg>
      <span className="text-fg-2">{name}</span>
      <strong className="tabular-nums">{now}</strong>
    </span>
  );
}

export function Time({ at }: { readonly at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatExactTime(at)}</time>;
}

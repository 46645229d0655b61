/** Drawings of the landing page: two flat coins, and the pot's ring before anyone is in it. Decorative. */

const EDGE_TICKS = Array.from({ length: 40 }, (_, i) => i * 9);

function Coin({ x, y, side }: { readonly x: number; readonly y: number; readonly side: 1 | 2 }) {
  const face = `var(--color-side-${side})`;
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="92" fill="var(--color-ink-2)" />
      <circle r="86" fill={face} />
      {EDGE_TICKS.map((angle) => (
        <path key={angle} d="M0 -86V-78" stroke="var(--color-ink-2)" strokeWidth="3" transform={`rotate(${angle})`} />
      ))}
      <circle r="66" fill="none" stroke="var(--color-ink-2)" strokeWidth="3" />
      <text y="34" textAnchor="middle" fontSize="98" fontWeight="900" fill="var(--color-ink-1)" className="select-none">
        {side}
      </text>
    </g>
  );
}

/** Side 1 in red, side 2 in blue, told apart by their numbers as well. */
export function TwoCoins({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 340 220" aria-hidden className={className}>
      <Coin x={236} y={118} side={2} />
      <Coin x={106} y={100} side={1} />
    </svg>
  );
}

const SEATS = [1, 2, 3, 4, 5, 6] as const;
const SHARES = [0.34, 0.24, 0.17, 0.12, 0.08, 0.05] as const;
const R = 84;
const ROUND = 2 * Math.PI * R;
const STARTS = SHARES.map((_, i) => SHARES.slice(0, i).reduce((sum, share) => sum + share, 0));

/** The six seat colours around an empty middle: what a pot looks like, without pretending there is one. */
export function EmptyRing({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 220 220" aria-hidden className={className}>
      {SEATS.map((seat, i) => (
        <circle
          key={seat}
          cx="110"
          cy="110"
          r={R}
          fill="none"
          stroke={`var(--color-seat-${seat})`}
          strokeWidth="18"
          strokeDasharray={`${ROUND * (SHARES[i] ?? 0) - 4} ${ROUND}`}
          transform={`rotate(${(STARTS[i] ?? 0) * 360 - 90} 110 110)`}
        />
      ))}
      <path d="M110 2l9 16h-18z" fill="var(--color-fg)" />
    </svg>
  );
}

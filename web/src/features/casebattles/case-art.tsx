/** Pictures of cases: a single one, and the strip of a battle's cases. Used by rows, bar, windows and the arena. */
import { Box } from 'lucide-react';
import { memo, useState, type CSSProperties } from 'react';
import type { CaseFace } from '@fairpot/contract/casebattle/cases/schemas';
import { cx } from '../../ui/layout/cx.ts';
import { hexColor } from '../../ui/values/item-tile.tsx';
import { runsOf } from './create/picking.ts';
import { teamColour } from './seats.ts';
import { texts } from './texts.ts';
import './casebattles.css';

/** React's style type knows no custom properties; React itself does. */
export function tier(colorHex: string): CSSProperties & Readonly<Record<'--tier', string>> {
  return { '--tier': hexColor(colorHex) };
}

/** The colour of a team as `--tier`. */
export function seatTint(team: number): CSSProperties & Readonly<Record<'--tier', string>> {
  return { '--tier': teamColour(team) };
}

export interface CaseArtProps {
  readonly face: Pick<CaseFace, 'icon' | 'colorHex'>;
  readonly className?: string;
}

/** The picture in a glow of its tint; a drawn box if it does not load. Decorative: the name is beside it. */
export function CaseArt({ face, className }: CaseArtProps) {
  const [broken, setBroken] = useState('');
  return (
    <span aria-hidden className={cx('case-art', className)} style={tier(face.colorHex)}>
      {face.icon === '' || broken === face.icon ? (
        <Box strokeWidth={1.25} className="case-blank" />
      ) : (
        <img
          src={face.icon}
          alt=""
          width={240}
          height={124}
          decoding="async"
          draggable={false}
          onError={() => setBroken(face.icon)}
        />
      )}
    </span>
  );
}

export interface CaseStripProps {
  readonly cases: readonly CaseFace[];
  /** Maximum number of different pictures; the rest is a number. */
  readonly max: number;
  readonly className?: string;
}

/** Names beside the pictures; more are a number. */
const NAMES = 2;

/** The names of a battle's cases in one line: '2 × First Light, Night Market, +3'. Screen readers get them from the strip. */
export function CaseNames({ cases, className }: Pick<CaseStripProps, 'cases' | 'className'>) {
  const names = runsOf(cases).map(({ face, count }) => (count > 1 ? `${count} × ${face.name}` : face.name));
  return (
    <p aria-hidden title={names.join(', ')} className={cx('truncate text-2xs text-fg-2', className)}>
      {[...names.slice(0, NAMES), ...(names.length > NAMES ? [`+${names.length - NAMES}`] : [])].join(', ')}
    </p>
  );
}

/** The cases of a battle in one line; consecutive equal cases are one picture with a count. */
export const CaseStrip = memo(function CaseStrip({ cases, max, className }: CaseStripProps) {
  const runs = runsOf(cases);
  const shown = runs.length > max ? runs.slice(0, max - 1) : runs;
  const more = runs.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  return (
    <ul aria-label={texts.battle.caseStrip} className={cx('flex min-w-0 items-center gap-1.5', className)}>
      {shown.map(({ face, count, from }) => (
        <li key={from} title={face.name} className="relative w-14 shrink-0 max-md:w-12">
          <CaseArt face={face} />
          <span className="visually-hidden">{texts.battle.caseCount(count, face.name)}</span>
          {count > 1 && (
            <span aria-hidden className="case-count">
              {count}
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li className="px-1 text-xs font-bold text-fg-2">+{more}</li>}
    </ul>
  );
});

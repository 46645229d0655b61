/** Level badge and experience bar. The colour follows the rank (contract: `rankOf`); the number is always shown. */
import { levelOf, levelProgress, rankOf } from '@fairpot/contract/user/calls';
import { messages } from '../../messages.ts';
import { cx } from '../layout/cx.ts';

/** Ranks run from 0 (below level 10) to this (level 100 and up). */
export const TOP_RANK = 9;

/** The token of a level's tier colour. */
export function tierColor(level: number): string {
  return `var(--color-tier-${rankOf(level)})`;
}

export interface LevelBadgeProps {
  readonly level: number;
  readonly size?: 'sm' | 'md' | 'lg';
}

const SIZES = {
  sm: 'h-[18px] min-w-[22px] px-1 text-2xs',
  md: 'h-6 min-w-8 px-1.5 text-xs',
  lg: 'h-10 min-w-11 px-2 text-lg',
} as const;

export function LevelBadge({ level, size = 'sm' }: LevelBadgeProps) {
  return (
    // Its name is an attribute: an element for screen readers would be a layer and a clip of its own in each row of the chat.
    <span
      role="img"
      aria-label={`${messages.account.levelWord} ${level}`}
      title={messages.account.rank(level, rankOf(level), TOP_RANK)}
      style={{ color: tierColor(level), borderColor: 'currentColor' }}
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-sm border bg-ink-1 font-extrabold tabular-nums',
        SIZES[size],
      )}
    >
      {level}
    </span>
  );
}

/** Fill = experience mod 100, plus one, in percent (spec 2). */
export function ExperienceBar({
  experience,
  detailed = false,
}: {
  readonly experience: number;
  readonly detailed?: boolean;
}) {
  const level = levelOf(experience);
  const percent = levelProgress(experience);
  return (
    <div className="grid gap-1.5">
      {detailed && (
        <div className="flex justify-between text-xs text-fg-3">
          <span>{messages.account.level(level)}</span>
          <span>{messages.account.toNext(100 - (experience % 100))}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={messages.account.experience}
        aria-valuenow={percent}
        aria-valuetext={`${experience} XP, ${messages.account.level(level)}`}
        className="h-1.5 overflow-hidden rounded-full bg-ink-4"
      >
        <div
          className="h-full rounded-full transition-[width] duration-(--time-modal)"
          style={{ width: `${percent}%`, background: tierColor(level) }}
        />
      </div>
    </div>
  );
}

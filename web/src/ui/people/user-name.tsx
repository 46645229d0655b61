/** A player's name: name, kind badge, level. Long names are truncated, badges never. */
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { cx } from '../layout/cx.ts';
import { KindBadge } from './kind-badge.tsx';
import { LevelBadge } from './level.tsx';

export interface UserNameProps {
  readonly user: Pick<PublicUser, 'name' | 'badge' | 'level'>;
  /** Default true. */
  readonly showLevel?: boolean;
  readonly className?: string;
}

/** Bots gain no experience and show no level (rulings 1.12). */
export function hasLevel({ badge }: Pick<PublicUser, 'badge'>): boolean {
  return badge !== 'BOT' && badge !== 'HOUSE';
}

export function UserName({ user, showLevel = true, className }: UserNameProps) {
  return (
    <span className={cx('inline-flex max-w-full min-w-0 items-center gap-1.5', className)}>
      {showLevel && hasLevel(user) && <LevelBadge level={user.level} />}
      <span className="truncate font-semibold" title={user.name}>
        {user.name}
      </span>
      <KindBadge badge={user.badge} />
    </span>
  );
}

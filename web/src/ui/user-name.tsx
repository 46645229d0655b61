/** A player's name as it stands everywhere: name, kind badge, level. Long names are cut, the badges never. */
import type { PublicUser } from '@fairpot/contract/user';
import { cx } from './cx.ts';
import { KindBadge } from './kind-badge.tsx';
import { LevelBadge } from './level.tsx';

export interface UserNameProps {
  readonly user: Pick<PublicUser, 'name' | 'badge' | 'level'>;
  /** Default true. */
  readonly showLevel?: boolean;
  readonly className?: string;
}

export function UserName({ user, showLevel = true, className }: UserNameProps) {
  return (
    <span className={cx('inline-flex max-w-full min-w-0 items-center gap-1.5', className)}>
      {showLevel && <LevelBadge level={user.level} />}
      <span className="truncate font-semibold" title={user.name}>
        {user.name}
      </span>
      <KindBadge badge={user.badge} />
    </span>
  );
}

/** The signed-in player in the frame: the block at the bottom of the sidebar. Its menu is loaded at the first press. */
import { ChevronsUpDown, LogIn } from 'lucide-react';
import { Suspense } from 'react';
import { messages } from '../../messages.ts';
import { SIGN_IN_PATH, useSession } from '../../platform/page/session.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { buttonClass } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { KindBadge } from '../../ui/people/kind-badge.tsx';
import { ExperienceBar, LevelBadge } from '../../ui/people/level.tsx';
import { later, leaveOut } from '../../ui/states/boundary.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { Balance, isSignedIn, ItemsCount } from './account-parts.tsx';
import { togglePanel, useShell } from '../shell-store.ts';

const AccountMenu = later(() => import('./account-menu.tsx').then((m) => m.AccountMenu), leaveOut);

/** The sidebar's profile block. */
export function AccountBlock() {
  const session = useSession();
  const menuOpen = useShell((shell) => shell.panel === 'account');
  if (session.status === 'loading') return <Skeleton className="h-[104px]" />;
  if (!isSignedIn(session)) return <SignedOutBlock />;
  const { user } = session;
  return (
    <div className="relative">
      <Suspense>{menuOpen && <AccountMenu session={session} />}</Suspense>
      <button
        type="button"
        aria-label={messages.account.settings}
        aria-expanded={menuOpen}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => togglePanel('account')}
        className={
          'grid w-full gap-3 rounded-lg border border-line bg-ink-3 p-3 text-left transition-colors ' +
          'hover:border-line-strong max-lg:border-transparent max-lg:bg-transparent max-lg:p-1'
        }
      >
        <span className="flex items-center gap-3 max-lg:justify-center">
          <Avatar src={user.avatar} name={user.name} />
          <span className="grid min-w-0 flex-1 gap-0.5 max-lg:hidden">
            <span className="flex min-w-0 items-center gap-1.5">
              <span className="truncate text-sm font-bold">{user.name}</span>
              <KindBadge badge={user.badge} />
            </span>
            <Balance session={session} />
          </span>
          <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-fg-3 max-lg:hidden" />
        </span>
        <span className="flex items-center gap-2 max-lg:hidden">
          {/* on the left, where no window covers it when won items arrive */}
          <ItemsCount session={session} className="mr-1" />
          <LevelBadge level={user.level} />
          <span className="flex-1">
            <ExperienceBar experience={user.experience} />
          </span>
        </span>
        <ItemsCount session={session} className="justify-self-center lg:hidden" />
      </button>
    </div>
  );
}

function SignedOutBlock() {
  return (
    <div className="grid gap-2">
      <p className="text-xs text-fg-2 max-lg:hidden">{messages.account.signedOut}</p>
      <a href={SIGN_IN_PATH} aria-label={messages.login} className={cx(buttonClass('primary'), 'w-full max-lg:px-0')}>
        <LogIn aria-hidden size={18} />
        <span className="max-lg:hidden">{messages.login}</span>
      </a>
    </div>
  );
}

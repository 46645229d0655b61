/** The signed-in person in the frame: the block at the foot of the sidebar, its menu, and the profile drawer's content. */
import { ChevronsUpDown, LogIn, LogOut, Pause, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { messages } from '../messages.ts';
import { SIGN_IN_PATH, SIGN_OUT_PATH, useSession, type Session } from '../platform/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { buttonClass } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { KindBadge } from '../ui/kind-badge.tsx';
import { ExperienceBar, LevelBadge } from '../ui/level.tsx';
import { Money } from '../ui/money.tsx';
import { Skeleton } from '../ui/states.tsx';
import { closePanels, togglePanel, useShell } from './shell-store.ts';

type SignedIn = Session & { readonly status: 'in' };

/** Goes to the sign-in; a browser navigation, so a plain link. */
export function LoginLink({ className }: { readonly className?: string }) {
  return (
    <a href={SIGN_IN_PATH} className={cx(buttonClass('primary'), className)}>
      <LogIn aria-hidden size={16} />
      {messages.login}
    </a>
  );
}

/** Balance, and the held part with a pause icon when there is any. */
export function Balance({ session }: { readonly session: SignedIn }) {
  const { balanceUsd, balanceUsdHold } = session.user;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      <span className="visually-hidden">{messages.account.balance}</span>
      <Money usd={balanceUsd} className="font-bold" />
      <span className="flex items-center gap-1 text-xs text-fg-3" title={messages.account.held}>
        <Pause aria-hidden size={11} />
        <span className="visually-hidden">{messages.account.held}</span>
        <Money usd={balanceUsdHold} />
      </span>
    </span>
  );
}

export function isSignedIn(session: Session): session is SignedIn {
  return session.status === 'in';
}

/** The sidebar's profile block. */
export function AccountBlock() {
  const session = useSession();
  if (session.status === 'loading') return <Skeleton className="h-[104px]" />;
  if (!isSignedIn(session)) return <SignedOutBlock />;
  const { user } = session;
  return (
    <div className="relative">
      <AccountMenu session={session} />
      <button
        type="button"
        aria-label={messages.account.settings}
        aria-haspopup="true"
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => togglePanel('account')}
        className="grid w-full gap-3 rounded-lg border border-line bg-ink-3 p-3 text-left transition-colors hover:border-line-strong max-lg:border-transparent max-lg:bg-transparent max-lg:p-1"
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
          <LevelBadge level={user.level} />
          <span className="flex-1">
            <ExperienceBar experience={user.experience} />
          </span>
        </span>
      </button>
    </div>
  );
}

function SignedOutBlock() {
  return (
    <div className="grid gap-2">
      <p className="text-xs text-fg-2 max-lg:hidden">Watch without an account. Sign in with Steam to play.</p>
      <a href={SIGN_IN_PATH} aria-label={messages.login} className={cx(buttonClass('primary'), 'w-full max-lg:px-0')}>
        <LogIn aria-hidden size={18} />
        <span className="max-lg:hidden">{messages.login}</span>
      </a>
    </div>
  );
}

/** Profile, Logout, and how the play has gone so far: always one press away (rulings 1.10). */
function AccountMenu({ session }: { readonly session: SignedIn }) {
  const open = useShell((shell) => shell.panel === 'account');
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    menu.current?.querySelector('a')?.focus();
    const onPointer = (event: PointerEvent): void => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) closePanels();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      closePanels();
      menu.current?.parentElement?.querySelector('button')?.focus();
    };
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
    };
  }, [open]);
  return (
    <div
      ref={menu}
      hidden={!open}
      className="absolute bottom-[calc(100%+8px)] left-0 z-50 w-52 rounded-lg border border-line-strong bg-ink-3 p-1.5 shadow-pop"
    >
      <PlaySoFar session={session} />
      <AccountLinks />
    </div>
  );
}

const LINK =
  'flex min-h-(--control) items-center gap-3 rounded-md px-3 text-sm font-semibold text-fg-2 hover:bg-ink-4 hover:text-fg';

/** Profile and Logout (spec 2). */
export function AccountLinks() {
  return (
    <>
      <Link to="/profile" className={LINK} onClick={closePanels}>
        <UserRound aria-hidden size={18} />
        {messages.profile}
      </Link>
      <a href={SIGN_OUT_PATH} className={LINK}>
        <LogOut aria-hidden size={18} />
        {messages.logout}
      </a>
    </>
  );
}

/** Hours and minutes of this visit: '0:34'. */
export function visitText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Net result and the length of this visit. The page's own start counts, so that nothing has to be asked or kept. */
export function PlaySoFar({ session }: { readonly session: SignedIn }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <dl className="mb-1.5 grid grid-cols-2 gap-x-3 border-b border-line px-3 pt-1.5 pb-2.5 text-xs">
      <dt className="text-fg-3">Net result</dt>
      <dd className="text-right font-bold">
        <Money usd={session.statistics?.netUsd ?? 0} signed />
      </dd>
      <dt className="text-fg-3">This visit</dt>
      <dd className="text-right font-bold">{visitText(now)} h</dd>
    </dl>
  );
}

/** The profile drawer of the phone: avatar, experience bar, balance in dollars, Profile and Logout. */
export function ProfileDrawerBody() {
  const session = useSession();
  if (!isSignedIn(session)) {
    return (
      <div className="grid gap-4 p-4">
        <p className="text-sm text-fg-2">Watch without an account. Sign in with Steam to play.</p>
        <LoginLink />
      </div>
    );
  }
  const { user } = session;
  return (
    <div className="grid gap-4 p-4">
      <div className="flex items-center gap-4">
        <Avatar src={user.avatar} name={user.name} size="lg" />
        <div className="grid min-w-0 gap-1.5">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate text-lg font-bold">{user.name}</span>
            <KindBadge badge={user.badge} />
          </span>
          <Balance session={session} />
        </div>
      </div>
      <ExperienceBar experience={user.experience} detailed />
      <PlaySoFar session={session} />
      <div className="grid">
        <AccountLinks />
      </div>
    </div>
  );
}

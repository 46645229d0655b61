/** The account menu: net result, length of the visit, Profile, Logout; and the phone's profile drawer. */
import { LogOut, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { SIGN_OUT_PATH, useSession } from '../../platform/page/session.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { KindBadge } from '../../ui/people/kind-badge.tsx';
import { ExperienceBar } from '../../ui/people/level.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Balance, isSignedIn, LoginLink, type SignedInSession } from './account-parts.tsx';
import { closePanels } from '../shell-store.ts';

/** Profile, Logout, and the result so far: always one press away (rulings 1.10). */
export function AccountMenu({ session }: { readonly session: SignedInSession }) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
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
  }, []);
  return (
    <div
      ref={menu}
      className={
        'absolute bottom-[calc(100%+8px)] left-0 z-50 w-52 rounded-lg border border-line-strong bg-ink-3 p-1.5 ' +
        'shadow-pop'
      }
    >
      <PlaySoFar session={session} />
      <AccountLinks />
    </div>
  );
}

const LINK =
  'flex min-h-(--control) items-center gap-3 rounded-md px-3 text-sm font-semibold text-fg-2 hover:bg-ink-4 ' +
  'hover:text-fg';

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

/** Net result and length of this visit, counted from the load of the page, so that nothing is fetched or stored. */
export function PlaySoFar({ session }: { readonly session: SignedInSession }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <dl className="mb-1.5 grid grid-cols-2 gap-x-3 border-b border-line px-3 pt-1.5 pb-2.5 text-xs">
      <dt className="text-fg-3">{messages.account.net}</dt>
      <dd className="text-right font-bold">
        <Money cents={centsFromUsd(session.statistics?.netUsd ?? 0)} signed />
      </dd>
      <dt className="text-fg-3">{messages.account.visit}</dt>
      <dd className="text-right font-bold">{messages.account.visitHours(visitText(now))}</dd>
    </dl>
  );
}

/** The profile drawer of the phone: avatar, experience bar, balance in dollars, Profile and Logout. */
export function ProfileDrawerBody() {
  const session = useSession();
  if (!isSignedIn(session)) {
    return (
      <div className="grid gap-4 p-4">
        <p className="text-sm text-fg-2">{messages.account.signedOut}</p>
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
      <div className="-mx-3 grid">
        <PlaySoFar session={session} />
        <AccountLinks />
      </div>
    </div>
  );
}

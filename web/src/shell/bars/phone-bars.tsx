/** The phone's frame: top bar with menu, name and profile; thumb bar with the games and the chat. */
import { Menu, MessageSquare } from 'lucide-react';
import { usePageLocation } from '../../platform/page/page-location.ts';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { useSession } from '../../platform/page/session.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Link } from '../../ui/controls/link.tsx';
import { Money } from '../../ui/values/money.tsx';
import { isSignedIn, ItemsCount, LoginLink } from './account-parts.tsx';
import { Bell } from './bell.tsx';
import { Brand } from './brand.tsx';
import { Count } from './count.tsx';
import { GAMES, isGameCurrent } from './nav-links.ts';
import { openPanel, togglePanel } from '../shell-store.ts';
import { SoundToggle } from './sound-toggle.tsx';

export function TopBar() {
  const session = useSession();
  return (
    <header className="frame-top flex items-center gap-1 border-b border-line bg-ink-2 px-2">
      <span className="order-3 ml-auto">
        <SoundToggle />
      </span>
      <a href="#content" className="skip-link visually-hidden">
        {messages.nav.skip}
      </a>
      <span className="order-1">
        <IconButton label={messages.nav.menu} onClick={() => openPanel('menu')}>
          <Menu aria-hidden size={22} />
        </IconButton>
      </span>
      {/* with LOGIN beside it the name has no room on the narrowest phones; the mark stays */}
      <span className={cx('order-2', session.status === 'out' && 'max-[389px]:[&_span]:hidden')}>
        <Brand />
      </span>
      <span className="order-4">
        <Bell />
      </span>
      <span className="order-5 flex items-center">
        {isSignedIn(session) ? (
          <button
            type="button"
            aria-label={messages.profile}
            onClick={() => openPanel('profile')}
            className="flex min-h-(--control) items-center gap-2 rounded-md pr-1 pl-2 text-sm font-bold"
          >
            <span className="grid justify-items-end leading-4 max-[359px]:hidden">
              <Count name="balance" value={centsFromUsd(session.user.balanceUsd)}>
                {(cents) => <Money cents={cents} />}
              </Count>
              <ItemsCount session={session} />
            </span>
            <Avatar src={session.user.avatar} name={session.user.name} size="sm" />
          </button>
        ) : (
          session.status === 'out' && <LoginLink className="px-3" />
        )}
      </span>
    </header>
  );
}

const TAB = 'grid h-16 content-center justify-items-center gap-1 text-2xs font-bold transition-colors';

export function ThumbBar() {
  const { pathname } = usePageLocation();
  return (
    <nav aria-label={messages.nav.games} className="frame-thumb border-t border-line bg-ink-2">
      <ul className="grid grid-cols-4">
        {GAMES.map((entry) => {
          const Icon = entry.icon;
          const current = isGameCurrent(pathname, entry);
          return (
            <li key={entry.to}>
              <Link
                to={entry.to}
                aria-current={current ? 'page' : undefined}
                className={cx(
                  TAB,
                  'capitalize',
                  current ? 'text-volt shadow-[inset_0_2px_0_var(--color-volt)]' : 'text-fg-2',
                )}
              >
                <Icon aria-hidden size={20} />
                {entry.label}
              </Link>
            </li>
          );
        })}
        <li>
          <button type="button" onClick={() => togglePanel('chat')} className={cx(TAB, 'w-full text-fg-2')}>
            <MessageSquare aria-hidden size={20} />
            {messages.chat.title}
          </button>
        </li>
      </ul>
    </nav>
  );
}

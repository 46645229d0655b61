/** The navigation list, in the sidebar, the rail and the menu drawer. Names are lower case in the DOM; CSS makes them upper case. */
import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageLocation } from '../../platform/page/page-location.ts';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { messages } from '../../messages.ts';
import { useLive } from '../../platform/live/live.ts';
import { useSession } from '../../platform/page/session.ts';
import { cx } from '../../ui/layout/cx.ts';
import { ADDITIONAL, GAMES, isGameCurrent, type NavEntry } from './nav-links.ts';
import { togglePanel } from '../shell-store.ts';
import { Link } from '../../ui/controls/link.tsx';

/** `rail` hides labels between 768 and 1023 px, where only icons fit. */
interface NavProps {
  readonly rail?: boolean;
}

const ROW =
  'group/row relative flex min-h-(--control) w-full items-center gap-3 rounded-md px-3 text-sm font-semibold ' +
  'transition-colors duration-(--time-hover)';

export function Nav({ rail = false }: NavProps) {
  const { pathname } = usePageLocation();
  const { status, user } = useSession();
  const signedIn = status === 'in';
  const additional = ADDITIONAL.filter(
    ({ needsSession, permission }) =>
      (signedIn || !needsSession) && hasPermission(signedIn ? user.status : null, permission ?? 'public'),
  );
  return (
    <nav aria-label={messages.nav.main} className="grid gap-5">
      <Group title={messages.nav.games} rail={rail}>
        {GAMES.map((entry) => (
          <Row key={entry.to} entry={entry} rail={rail} upper current={isGameCurrent(pathname, entry)} />
        ))}
      </Group>
      <Group title={messages.nav.additional} rail={rail}>
        {additional.map((entry) => (
          <Row
            key={entry.to}
            entry={entry}
            rail={rail}
            current={pathname === entry.to || (entry.permission !== undefined && pathname.startsWith(`${entry.to}/`))}
          />
        ))}
        {rail && <ChatRow />}
      </Group>
    </nav>
  );
}

function Group({ title, rail, children }: { title: string; rail: boolean; children: ReactNode }) {
  return (
    <div>
      <h2
        className={cx('px-3 pb-1.5 text-2xs font-bold tracking-[0.08em] text-fg-3 uppercase', rail && 'max-lg:sr-only')}
      >
        {title}
      </h2>
      <ul className="grid gap-0.5">{children}</ul>
    </div>
  );
}

interface NavRowProps {
  readonly entry: NavEntry;
  readonly current: boolean;
  readonly rail: boolean;
  readonly upper?: boolean;
}

function Row({ entry, current, rail, upper = false }: NavRowProps) {
  const Icon = entry.icon;
  return (
    <li>
      <Link
        to={entry.to}
        aria-current={current ? 'page' : undefined}
        title={rail ? entry.label : undefined}
        className={cx(
          ROW,
          rail && 'max-lg:justify-center max-lg:px-0',
          current ? 'bg-volt text-volt-ink' : 'text-fg-2 hover:bg-ink-3 hover:text-fg',
          upper && 'font-bold uppercase',
        )}
      >
        <Icon aria-hidden size={18} className="shrink-0" />
        <span className={cx('truncate', rail && 'max-lg:sr-only')}>{entry.label}</span>
      </Link>
    </li>
  );
}

/** Opens the chat at widths that have neither the thumb bar nor the chat column. */
function ChatRow() {
  const online = useLive((live) => (live.status === 'reconnecting' ? null : live.online));
  return (
    <li className="xl:[.frame:not(.frame-desk)_&]:hidden">
      <button
        type="button"
        title={messages.chat.title}
        onClick={() => togglePanel('chat')}
        className={cx(ROW, 'text-fg-2 hover:bg-ink-3 hover:text-fg max-lg:justify-center max-lg:px-0')}
      >
        <MessageSquare aria-hidden size={18} className="shrink-0" />
        <span className="flex-1 text-left max-lg:sr-only">{messages.chat.title}</span>
        {online !== null && <span className="text-xs text-fg-3 max-lg:hidden">{online.toLocaleString('en-US')}</span>}
      </button>
    </li>
  );
}

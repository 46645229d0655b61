/** The links of the navigation, and when a game's link is highlighted. */
import { GAMES as ALL_GAMES } from '@fairpot/contract/games/games';
import type { Permission } from '@fairpot/contract/wire/permissions';
import {
  BanknoteArrowUp,
  ClipboardList,
  CircleHelp,
  LifeBuoy,
  ShieldCheck,
  Store,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { GAME_VIEWS } from '../../games.tsx';
import { messages } from '../../messages.ts';

export interface NavEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown only when signed in (spec 2). */
  readonly needsSession?: boolean;
  /** Shown only with this permission. */
  readonly permission?: Permission;
}

export interface GameEntry extends NavEntry {
  /** The game's name in a path: '/jackpot' highlights the link to '/'. */
  readonly game: string;
}

/** In lower case, as the bars show games. */
export const GAMES: readonly GameEntry[] = ALL_GAMES.map(({ game, path, page, label }) => ({
  to: path,
  game: page,
  label: label.toLowerCase(),
  icon: GAME_VIEWS[game].icon,
}));

export const ADDITIONAL: readonly NavEntry[] = [
  { to: '/marketplace', label: messages.nav.marketplace, icon: Store, needsSession: true },
  { to: '/deposit', label: messages.nav.deposit, icon: Wallet, needsSession: true },
  { to: '/withdraw', label: messages.nav.withdraw, icon: BanknoteArrowUp, needsSession: true },
  { to: '/support', label: messages.nav.support, icon: LifeBuoy, needsSession: true },
  { to: '/fairplay', label: messages.nav.fairplay, icon: ShieldCheck },
  { to: '/faq', label: messages.nav.faq, icon: CircleHelp },
  { to: '/staff', label: messages.nav.staff, icon: ClipboardList, permission: 'tickets' },
];

/** A game's link is highlighted if the current path equals the link or '/{game}' (spec 2), and on the pages of its rounds. */
export function isGameCurrent(path: string, entry: Pick<GameEntry, 'to' | 'game'>): boolean {
  const own = `/${entry.game}`;
  return path === entry.to || path === own || path.startsWith(`${own}/`);
}

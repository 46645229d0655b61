/** What the navigation holds, and when a game's link is highlighted. */
import { GAMES as ALL_GAMES } from '@fairpot/contract/games';
import { CircleHelp, Coins, LifeBuoy, ShieldCheck, Store, Swords, Target, Wallet, BanknoteArrowUp } from 'lucide-react';
import { messages } from '../../messages.ts';

export interface NavEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: typeof Coins;
  /** Shown to signed-in persons only (spec 2). */
  readonly needsSession?: boolean;
}

export interface GameEntry extends NavEntry {
  /** The game's name in a path: '/jackpot' highlights the link to '/'. */
  readonly game: string;
}

const ICONS = { target: Target, coins: Coins, swords: Swords } as const;

/** In lower case: the bars write games so. */
export const GAMES: readonly GameEntry[] = ALL_GAMES.map(({ path, page, label, icon }) => ({
  to: path,
  game: page,
  label: label.toLowerCase(),
  icon: ICONS[icon],
}));

export const ADDITIONAL: readonly NavEntry[] = [
  { to: '/marketplace', label: messages.nav.marketplace, icon: Store, needsSession: true },
  { to: '/deposit', label: messages.nav.deposit, icon: Wallet, needsSession: true },
  { to: '/withdraw', label: messages.nav.withdraw, icon: BanknoteArrowUp, needsSession: true },
  { to: '/support', label: messages.nav.support, icon: LifeBuoy, needsSession: true },
  { to: '/fairplay', label: messages.nav.fairplay, icon: ShieldCheck },
  { to: '/faq', label: messages.nav.faq, icon: CircleHelp },
];

/** A game's link is highlighted when the current path equals the link or '/{game}' (spec 2). */
export function isGameCurrent(path: string, entry: Pick<GameEntry, 'to' | 'game'>): boolean {
  return path === entry.to || path === `/${entry.game}`;
}

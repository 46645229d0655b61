/**
 * The games as the browser shows them: the one table of their pages and icons. Routes and navigation are made of it and of the
 * contract's table, which has their addresses and names. Pages but the landing are lazy.
 */
import type { GameName } from '@fairpot/contract/games/games';
import { Coins, Swords, Target, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { JackpotPage } from './features/jackpot/jackpot-page.tsx';
import { page } from './lazy-page.ts';

interface GameView {
  readonly icon: LucideIcon;
  readonly page: ComponentType;
  /** True when one round has an address of its own, '/<game>/:id', shown by the same page. */
  readonly roundPage?: true;
  /** How it works, for the FAQ. */
  readonly question?: () => Promise<{ readonly ask: string; readonly answer: string }>;
}

export const GAME_VIEWS: Readonly<Record<GameName, GameView>> = {
  jackpot: { icon: Target, page: JackpotPage },
  coinflip: {
    icon: Coins,
    page: page(() => import('./features/coinflip/coinflip-page.tsx'), 'CoinflipPage'),
    question: () => import('./features/coinflip/question.ts').then(({ HOW_IT_WORKS }) => HOW_IT_WORKS),
  },
  casebattle: {
    icon: Swords,
    page: page(() => import('./features/casebattles/casebattles-page.tsx'), 'CaseBattlesPage'),
    roundPage: true,
  },
};

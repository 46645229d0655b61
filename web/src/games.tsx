/**
 * The games' pages and icons. Routes and navigation are built from this table and from the contract's, which has addresses and names. All pages
 * except the home page are lazy.
 */
import type { GameName } from '@fairpot/contract/games/games';
import { Coins, Swords, Target, type LucideIcon } from 'lucide-react';
import { page, type PageView } from './lazy-page.ts';

interface GameView {
  readonly icon: LucideIcon;
  readonly page: PageView;
  /** True if a round has its own address, '/<page>/:id', shown by the same page. */
  readonly roundPage?: true;
  /** How the game works, for the FAQ. */
  readonly question?: () => Promise<{ readonly ask: string; readonly answer: string }>;
}

export const GAME_VIEWS: Readonly<Record<GameName, GameView>> = {
  jackpot: {
    icon: Target,
    page: page(() => import('./features/jackpot/pot-page.tsx'), 'PotPage'),
    roundPage: true,
  },
  coinflip: {
    icon: Coins,
    page: page(() => import('./features/coinflip/coinflip-page.tsx'), 'CoinflipPage'),
    roundPage: true,
    question: () => import('./features/coinflip/question.ts').then(({ HOW_IT_WORKS }) => HOW_IT_WORKS),
  },
  casebattle: {
    icon: Swords,
    page: page(() => import('./features/casebattles/casebattles-page.tsx'), 'CaseBattlesPage'),
    roundPage: true,
  },
};

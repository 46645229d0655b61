/** Every page of the product: the only file, with main.tsx, that knows all features. Pages but the landing are lazy. */
import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { matchPath, useLocation, useNavigate, useRoutes } from 'react-router';
import { JackpotPage } from './features/jackpot/jackpot-page.tsx';
import { Skeleton } from './ui/states/states.tsx';

export interface Page {
  readonly path: string;
  readonly title: string;
  readonly view: ComponentType;
}

/** A page's component, fetched when it is first shown. */
function page<M, N extends keyof M>(load: () => Promise<M>, name: N & (M[N] extends ComponentType ? N : never)) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }));
}

const CaseBattles = page(() => import('./features/casebattles/casebattles-page.tsx'), 'CaseBattlesPage');

/** Two features on one page: the rounds, and the public log that holds them. */
const Fairplay = lazy(async () => {
  const [{ FairplayPage }, { LogPanel }, { RoundInLog }] = await Promise.all([
    import('./features/fairplay/fairplay-page.tsx'),
    import('./features/log-check/log-panel.tsx'),
    import('./features/log-check/round-in-log.tsx'),
  ]);
  const log = { Panel: LogPanel, Round: RoundInLog };
  return { default: () => <FairplayPage log={log} /> };
});

/** In the order of the spec's section 2. */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Jackpot', view: JackpotPage },
  {
    path: '/coinflip',
    title: 'Coinflip',
    view: page(() => import('./features/coinflip/coinflip-page.tsx'), 'CoinflipPage'),
  },
  { path: '/casebattles', title: 'Case battles', view: CaseBattles },
  { path: '/casebattles/:id', title: 'Case battle', view: CaseBattles },
  {
    path: '/marketplace',
    title: 'Marketplace',
    view: page(() => import('./features/market/market-page.tsx'), 'MarketPage'),
  },
  {
    path: '/marketplace/:id',
    title: 'Marketplace',
    view: page(() => import('./features/market/item/item-page.tsx'), 'MarketItemView'),
  },
  {
    path: '/deposit',
    title: 'Deposit',
    view: page(() => import('./features/cashier/deposit-page.tsx'), 'DepositPage'),
  },
  {
    path: '/withdraw',
    title: 'Withdraw',
    view: page(() => import('./features/cashier/withdraw-page.tsx'), 'WithdrawPage'),
  },
  {
    path: '/support',
    title: 'Support',
    view: page(() => import('./features/support/support-page.tsx'), 'SupportPage'),
  },
  {
    path: '/fairplay',
    title: 'Fairplay',
    view: Fairplay,
  },
  { path: '/faq', title: 'FAQ', view: page(() => import('./features/faq/faq-page.tsx'), 'FaqPage') },
  {
    path: '/profile',
    title: 'Profile',
    view: page(() => import('./features/profile/profile-page.tsx'), 'ProfilePage'),
  },
];

const Missing = page(() => import('./features/missing/missing-page.tsx'), 'MissingPage');

/** The title of the page at a path; 'Page not found' when there is none. */
export function pageTitle(pathname: string): string {
  return PAGES.find(({ path }) => matchPath(path, pathname))?.title ?? 'Page not found';
}

export function usePageTitle(): string {
  return pageTitle(useLocation().pathname);
}

function PageSkeleton(): ReactNode {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-72" />
    </div>
  );
}

/** The jackpot's other address. */
function ToJackpot() {
  const navigate = useNavigate();
  useEffect(() => void navigate('/', { replace: true }), [navigate]);
  return null;
}

const ROUTES = [
  ...PAGES.map(({ path, view: View }) => ({ path, element: <View /> })),
  { path: '/jackpot', element: <ToJackpot /> },
  { path: '*', element: <Missing /> },
];

function RoutedPage() {
  return useRoutes(ROUTES);
}

export function PageRoutes() {
  const { pathname } = useLocation();
  return (
    <Suspense key={pathname} fallback={<PageSkeleton />}>
      <RoutedPage />
    </Suspense>
  );
}

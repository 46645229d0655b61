/** All pages of the product, games from their table (games.tsx). Only this file and main.tsx know all features. */
import { GAMES } from '@fairpot/contract/games/games';
import { hasPermission, type Permission } from '@fairpot/contract/wire/permissions';
import { Suspense, useEffect, type ReactNode } from 'react';
import { matchPath, useNavigate, useRoutes } from 'react-router';
import { GAME_VIEWS } from './games.tsx';
import { page, pageOf, type ComponentName, type PageView } from './lazy-page.ts';
import { usePageLocation } from './platform/page/page-location.ts';
import { SIGN_IN_PATH, useSession } from './platform/page/session.ts';
import { Skeleton } from './ui/states/states.tsx';
import { messages } from './messages.ts';

export interface Page {
  readonly path: string;
  readonly title: string;
  readonly view: PageView;
  /** Without this permission the page does not exist for the user, and none of its code is loaded. */
  readonly permission?: Permission;
}

/** The log feature keeps the heads that statements are checked under. */
const Solvency = pageOf(async () => {
  const [{ SolvencyPage }, { compareHead }] = await Promise.all([
    import('./features/solvency/solvency-page.tsx'),
    import('./features/log-check/log-watch.ts'),
  ]);
  return () => <SolvencyPage checkHead={compareHead} />;
});

/** The first page: what the site is and its newest results, above the game whose page it is. */
function home(game: PageView): PageView {
  return pageOf(async () => {
    const [{ Lobby }] = await Promise.all([import('./features/lobby/lobby.tsx'), game.preload()]);
    const Game = game;
    return () => (
      <>
        <Lobby />
        <Game />
      </>
    );
  });
}

/** The page of each game, and the same page for the rounds that have an address. */
const GAME_PAGES: readonly Page[] = GAMES.flatMap(({ game, path, page: name, label, one }) => {
  const { page: view, roundPage = false } = GAME_VIEWS[game];
  return [
    { path, title: label, view: path === '/' ? home(view) : view },
    ...(roundPage ? [{ path: `/${name}/:id`, title: one, view }] : []),
  ];
});

/** The FAQ's questions about a game come from the game's feature. */
const Faq = pageOf(async () => {
  const questions = Object.values(GAME_VIEWS).flatMap(({ question }) => (question ? [question()] : []));
  const [{ FaqPage }, ...ofGames] = await Promise.all([import('./features/faq/faq-page.tsx'), ...questions]);
  return () => <FaqPage ofGames={ofGames} />;
});

function pageAt<M>(path: string, title: string, load: () => Promise<M>, name: ComponentName<M>): Page {
  return { path, title, view: page(load, name) };
}

/** In the order of the spec's section 2. */
export const PAGES: readonly Page[] = [
  ...GAME_PAGES,
  pageAt('/marketplace', 'Marketplace', () => import('./features/market/market-page.tsx'), 'MarketPage'),
  pageAt('/marketplace/:id', 'Marketplace', () => import('./features/market/item/item-page.tsx'), 'MarketItemView'),
  pageAt('/prices', 'Prices', () => import('./features/market/prices/prices-page.tsx'), 'PricesPage'),
  pageAt('/deposit', 'Deposit', () => import('./features/cashier/deposit-page.tsx'), 'DepositPage'),
  pageAt('/withdraw', 'Withdraw', () => import('./features/cashier/withdraw-page.tsx'), 'WithdrawPage'),
  pageAt('/item/:id', 'Item', () => import('./features/item/item-page.tsx'), 'ItemPage'),
  pageAt('/support', 'Support', () => import('./features/support/support-page.tsx'), 'SupportPage'),
  pageAt('/fairplay', 'Fairplay', () => import('./fairplay.tsx'), 'Fairplay'),
  { path: '/fairplay/solvency', title: 'Solvency', view: Solvency },
  { path: '/faq', title: 'FAQ', view: Faq },
  pageAt('/developers', 'Developers', () => import('./features/developers/developers-page.tsx'), 'DevelopersPage'),
  pageAt('/profile', 'Profile', () => import('./features/profile/profile-page.tsx'), 'ProfilePage'),
  pageAt(
    '/self-exclusion',
    'Self-exclusion',
    () => import('./features/profile/limits/exclusion-page.tsx'),
    'ExclusionPage',
  ),
  {
    path: '/staff/*',
    title: 'Staff desk',
    view: page(() => import('./features/staff/desk-page.tsx'), 'DeskPage'),
    permission: 'tickets',
  },
];

const Missing = page(() => import('./features/missing/missing-page.tsx'), 'MissingPage');

/** Loads the code of the page at the path, unless the user may have no such page. */
export async function preloadPage(path: string): Promise<void> {
  const found = PAGES.find((known) => matchPath(known.path, path));
  if (found?.permission === undefined) await found?.view.preload();
}

/** The title of the page at the path; 'Page not found' if there is none for this user. */
export function usePageTitle(): string {
  const { pathname } = usePageLocation();
  const { status, user } = useSession();
  const found = PAGES.find(({ path }) => matchPath(path, pathname));
  const may = found?.permission === undefined || (status === 'in' && hasPermission(user.status, found.permission));
  return (may && found?.title) || messages.notFound.title;
}

/** A page that needs a permission: until the session is known nothing of it is shown or loaded. */
function Guarded({ permission, view: View }: { readonly permission: Permission; readonly view: PageView }) {
  const { status, user } = useSession();
  if (status === 'loading') return <PageSkeleton />;
  return status === 'in' && hasPermission(user.status, permission) ? <View /> : <Missing />;
}

function PageSkeleton(): ReactNode {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-10 w-56" />
      <Skeleton className="h-72" />
    </div>
  );
}

/** Addresses that people type, and the pages they mean. */
const SHORT: Readonly<Record<string, string>> = {
  '/jackpot': '/',
  '/coinflips': '/coinflip',
  '/battles': '/casebattles',
  '/casebattle': '/casebattles',
  '/case-battles': '/casebattles',
  '/cases': '/casebattles',
  '/market': '/marketplace',
  '/shop': '/marketplace',
  '/deposits': '/deposit',
  '/withdrawal': '/withdraw',
  '/withdrawals': '/withdraw',
  '/solvency': '/fairplay/solvency',
  '/reserves': '/fairplay/solvency',
  '/fair': '/fairplay',
  '/fairness': '/fairplay',
  '/provably-fair': '/fairplay',
  '/help': '/faq',
  '/docs': '/developers',
  '/account': '/profile',
  '/settings': '/profile',
  '/admin': '/staff',
};
const SIGN_IN = ['/login', '/signin', '/sign-in', '/register', '/signup', '/sign-up'];

function RedirectTo({ path }: { readonly path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path, { replace: true }), [navigate, path]);
  return null;
}

/** Redirects to the sign-in, which is outside this app; a signed-in user is sent to the home page. */
function RedirectToSignIn() {
  const { status } = useSession();
  useEffect(() => {
    if (status === 'out') location.replace(SIGN_IN_PATH);
  }, [status]);
  return status === 'in' ? <RedirectTo path="/" /> : <PageSkeleton />;
}

const ROUTES = [
  ...PAGES.map(({ path, view: View, permission }) => ({
    path,
    element: permission === undefined ? <View /> : <Guarded permission={permission} view={View} />,
  })),
  ...Object.entries(SHORT).map(([path, page]) => ({ path, element: <RedirectTo path={page} /> })),
  ...SIGN_IN.map((path) => ({ path, element: <RedirectToSignIn /> })),
  { path: '*', element: <Missing /> },
];

function RoutedPage() {
  return useRoutes(ROUTES, usePageLocation());
}

export function PageRoutes() {
  const { pathname } = usePageLocation();
  return (
    <Suspense key={pathname} fallback={<PageSkeleton />}>
      <RoutedPage />
    </Suspense>
  );
}

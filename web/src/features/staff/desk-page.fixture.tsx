/** The desk on a page of its own, with a server that gives the answers of the test. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, useRoutes } from 'react-router';
import { vi } from 'vitest';
import { getUser, SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import type { User } from '@fairpot/contract/user/schemas';
import { byGame } from '@fairpot/contract/games/games';
import { staffCodes } from '@fairpot/contract/staff/calls';
import { queryClient } from '../../platform/calls/query-client.ts';
import { useLive } from '../../platform/live/live.ts';
import { idOf, PLAYER, TICKET } from './desk-parts.fixture.ts';
import { pathOf } from './desk.fixture.ts';
import { DeskPage } from './desk-page.tsx';
import { SCREENS } from './screens.ts';

const none = { played: 0, won: 0, stakedUsd: 0, wonUsd: 0, feeUsd: 0 };
const ADMIN: User = {
  id: idOf('ply', 999),
  steamid: '76561198000000202',
  name: 'birch',
  avatar: '',
  level: 1,
  experience: 0,
  isFake: false,
  badge: 'STAFF',
  status: 'ADMIN',
  tradeToken: '',
  balanceUsd: 0,
  balanceUsdHold: 0,
  steamInventoryBalanceUsd: 0,
  items: 3,
  ageConfirmed: true,
};

interface DeskServer {
  answers: ReadonlyMap<string, unknown>;
  /** The database is down; session and staff code are still answered. */
  away: boolean;
  /** Overrides the answer by path, unless it returns undefined. */
  more: (url: URL) => unknown;
}

/** A server for this test's page; `vi.unstubAllGlobals` removes it. */
export function deskServer(answers: ReadonlyMap<string, unknown>): DeskServer {
  const server: DeskServer = { answers, away: false, more: () => undefined };
  const session = new Map<string, unknown>([
    [pathOf(getUser, {}), { user: ADMIN, statistics: { games: byGame(() => none), netUsd: 0 } }],
    [pathOf(staffCodes, {}), answers.get(pathOf(staffCodes, {}))],
  ]);
  queryClient.clear();
  useLive.setState({ status: 'online' });
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; Max-Age=60`;
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, location.href);
    const known = session.get(url.pathname);
    if (known === undefined && server.away)
      return Promise.resolve(Response.json({ success: false, message: 'ERR_UNAVAILABLE' }, { status: 503 }));
    const response = known ?? server.more(url) ?? server.answers.get(url.pathname);
    if (response === undefined)
      return Promise.resolve(Response.json({ success: false, message: 'ERR_NOT_FOUND' }, { status: 404 }));
    return Promise.resolve(Response.json({ success: true, response }));
  });
  return server;
}

/** The path of each screen except 'My sign-in'. */
export const DESK_PATHS = SCREENS.filter(({ path }) => path !== 'sign-in').map(({ path }) =>
  path
    .replace('users/:id', `users/${PLAYER}`)
    .replace('tickets/:id', `tickets/${TICKET}`)
    .replace(/^trades$/, 'trades?find=1'),
);

const AtDesk = () => useRoutes([{ path: '/staff/*', element: <DeskPage /> }]);

/** The desk at a path below /staff. */
export function Desk({ path }: { readonly path: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/staff/${path}`]}>
        <AtDesk />
      </MemoryRouter>
    </QueryClientProvider>
  );
}

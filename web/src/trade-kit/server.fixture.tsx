/** For tests of pages that trade: a stub server with settable answers, and factories of players, items and orders. */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { SteamItem } from '@fairpot/contract/inventory/schemas';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { REFUSALS, type RefusalCode } from '@fairpot/contract/wire/refusals';
import type { TradeOrder, WithdrawItem } from '@fairpot/contract/trades/schemas';
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import type { User } from '@fairpot/contract/user/schemas';
import { queryClient } from '../platform/calls/query-client.ts';
import { closeModal } from '../platform/page/modal.ts';
import { SIGNED_OUT_USER } from '../platform/page/session.ts';
import { useToasts } from '../platform/page/toasts.ts';

export const OPEN_APP = 570;
export const ORDER_ID = 'trd_00000000000000000000000001';

/** An answer, a function that makes one from the query, or the code of a refusal; `null` never answers. */
type FixtureAnswer = object | AnswerFactory | RefusalCode | null;
type AnswerFactory = (query: URLSearchParams) => object;

function isFactory(answer: FixtureAnswer): answer is AnswerFactory {
  return typeof answer === 'function';
}

export interface FixtureServer {
  /** Answers by path under /api. Other paths answer NOT_FOUND. */
  readonly answers: Record<string, FixtureAnswer>;
  /** Commands that were sent, oldest first. */
  readonly posts: { readonly path: string; readonly input: unknown }[];
  /** Paths of queries with their query string, oldest first. */
  readonly reads: string[];
}

/** Queries that are POSTs, as the spec lists them. */
const READ_BY_POST = ['/user/inventory/steam'];

/** A fresh page with a signed-in player; call `vi.unstubAllGlobals()` after the test. */
export function freshServer(user: Partial<User> = {}): FixtureServer {
  queryClient.clear();
  closeModal();
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; SameSite=Lax`;
  const server: FixtureServer = {
    answers: { '/user': signedIn(user), '/settings/list': settings() },
    posts: [],
    reads: [],
  };
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const { pathname, search, searchParams } = new URL(address, location.href);
    const path = pathname.replace(/^\/api/, '');
    if (init?.method === 'POST' && !READ_BY_POST.includes(path))
      server.posts.push({ path, input: JSON.parse(init.body as string) as unknown });
    else server.reads.push(path + search);
    const answer = server.answers[path];
    if (answer === undefined) return respond('NOT_FOUND');
    return respond(isFactory(answer) ? answer(searchParams) : answer);
  });
  return server;
}

function respond(answer: object | RefusalCode | null): Promise<Response> {
  if (answer === null) return new Promise(() => undefined);
  if (typeof answer !== 'string') return Promise.resolve(Response.json({ success: true, response: answer }));
  const { wire: message, status } = REFUSALS[answer];
  return Promise.resolve(Response.json({ success: false, message, requestId: 'req_test' }, { status }));
}

/** What GET /user answers: by default, a player with a trade link and $20.00. */
export function signedIn(user: Partial<User> = {}): { readonly user: User; readonly statistics: object } {
  const whole: User = {
    ...SIGNED_OUT_USER,
    id: 'ply_00000000000000000000000001',
    steamid: '76561198000000101',
    name: 'mark',
    tradeToken: 'abcd1234',
    level: 3,
    experience: 300,
    balanceUsd: 20,
    balanceUsdHold: 0,
    steamInventoryBalanceUsd: 0,
    ageConfirmed: true,
    ...user,
  };
  return { user: whole, statistics: { games: {}, netUsd: 0 } };
}

/** Dota 2 is open; the minimum is 5.00, the maximum three items. */
export function settings(deposit: object = {}): object {
  return {
    global: { appid: OPEN_APP, snow: false, mode: 'demo' },
    deposit: { mindep: 5, maxCount: 3, appIds: [OPEN_APP], stakeApp: OPEN_APP, ...deposit },
    paused: [],
  };
}

/** The `n`th Dota 2 item, at this price. */
export function siteItem(n: number, priceUsd: number): SiteItem {
  const id = `itm_${String(n).padStart(26, '0')}`;
  return {
    id,
    type: 'DEPOSIT',
    item: {
      id: `type-${n}`,
      name: 'Courier',
      itemName: `Trapjaw ${n}`,
      itemType: '',
      appId: OPEN_APP,
      icon: '/favicon.svg',
      iconBackground: '',
      colorHex: '#d32ce6',
      rarity: 'Immortal',
      pips: 4,
      priceUsd,
    },
    doubt: null,
  };
}

export function withdrawItem(n: number, priceUsd: number, over: Partial<WithdrawItem> = {}): WithdrawItem {
  return { ...siteItem(n, priceUsd), backUsd: priceUsd, hasAsset: true, inStock: null, ...over };
}

export function steamItem(n: number, priceUsd: number, over: Partial<SteamItem> = {}): SteamItem {
  const { id: _, ...skin } = siteItem(n, priceUsd).item;
  return {
    ...skin,
    assetId: String(n),
    assetid: String(n),
    contextid: '2',
    doubt: null,
    pricedAt: Date.now(),
    enough: false,
    premium: false,
    ...over,
  };
}

/** A deposit of two items to the balance, with the changes of `over`. */
export function tradeOrder(over: Partial<TradeOrder> = {}): TradeOrder {
  const now = Date.now();
  return {
    id: ORDER_ID,
    version: 1,
    kind: 'DEPOSIT',
    state: 'CREATED',
    code: 'D-7Q3K2M',
    appId: OPEN_APP,
    toBalance: true,
    totalUsd: 12.5,
    creditedUsd: null,
    items: [1, 2].map((n) => ({ item: siteItem(n, 6.25).item, itemId: null, assetId: String(n), creditedUsd: null })),
    createdAt: now,
    expiresAt: now + 600_000,
    offerId: null,
    bot: null,
    offerUrl: null,
    clientUrl: null,
    protectedUntil: null,
    booked: false,
    released: false,
    returned: false,
    reason: null,
    reasonText: '',
    bet: null,
    ...over,
  };
}

/** Fields of an order whose offer is at Steam. */
export const OFFERED = {
  offerId: '5000001',
  offerUrl: '/sim/steam/tradeoffer/5000001/',
  clientUrl: 'steam://url/ShowTradeOffer/5000001',
  bot: { name: 'Fairpot trade 1', level: 34, sinceAt: 1_400_000_000_000, avatar: '/favicon.svg' },
} as const;

/** Renders a page with the current path beside it. */
export async function show(children: ReactNode, at = '/here'): Promise<void> {
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        {children}
        <Path />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

function Path() {
  const { pathname, search } = useLocation();
  return <p data-testid="path">{`${pathname}${search}`}</p>;
}

/** The toasts so far, newest first, each with its duration. */
export function shownToasts(): readonly (readonly [text: string, durationMs: number])[] {
  return useToasts.getState().history.map(({ text, durationMs }) => [text, durationMs] as const);
}

export const TRADE_LINK = 'https://steamcommunity.com/tradeoffer/new/?partner=39734373&token=abcd1234';

/** A trade asked for the link: the toast, and the focus is in the field on the same page. Saves it there. */
export async function saveAskedTradeLink(server: FixtureServer): Promise<void> {
  await expect.poll(() => shownToasts()[0]?.[0]).toBe('Need put tradelink!');
  const field = page.getByRole('textbox', { name: 'Your trade link' });
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByTestId('path')).toHaveTextContent(/^\/here$/);
  await field.fill(TRADE_LINK);
  server.answers['/user/tradelink'] = { tradeToken: 'abcd1234' };
  server.answers['/user'] = signedIn();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).not.toBeInTheDocument();
  expect(server.posts.at(-1)).toEqual({ path: '/user/tradelink', input: { tradeLink: TRADE_LINK } });
}

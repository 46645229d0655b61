/**
 * Every page, window and panel at the widths of phones, tablets and laptops, with names, titles and messages of 120 characters without a break:
 * no control leaves the window, or is cut by the part around it, and no
 * short word is broken. A page is rendered once and resized. Routes and desk screens come from their own
 * lists; `promised.test.ts` compares WINDOWS with the registered ones.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MemoryRouter } from 'react-router';
import { CALLS } from '@fairpot/contract/registry/schemas';
import { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { Movement } from '@fairpot/contract/profile/schemas';
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import { App } from './app.tsx';
import { closeModal, openModal, type ModalName, type ModalViews } from './platform/page/modal.ts';
import { queryClient } from './platform/calls/query-client.ts';
import type { ApiDocument } from './features/developers/openapi.ts';
import { DOCUMENT_PATH } from './features/developers/reference.tsx';
import { PAGES } from './routes.tsx';
import { closePanels, openPanel, type ShellPanel } from './shell/shell-store.ts';
import { SCREENS } from './features/staff/screens.ts';
import { brokenWords, cutControls } from './testing/geometry.ts';
import { LONG, sampleOf } from './testing/sample.fixture.ts';

const WIDTHS = [320, 390, 768, 1_366] as const;

/** Registers the windows. */
await Promise.all(
  Object.values(import.meta.glob(['./**/modals.ts', './features/staff/kit/act.ts'])).map((load) => load()),
);

const id = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;
const nothing = () => undefined;

/** Other tests declare windows of their own. */
type WindowName = Exclude<ModalName, `test.${string}`>;

/** What each window is opened with. */
const WINDOWS: { readonly [N in WindowName]: ModalViews[N] } = {
  notification: { header: LONG, text: LONG, link: '/faq' },
  message: { title: LONG, text: LONG },
  shortcuts: {},
  'casebattle.add': {},
  'casebattle.case': { of: sampleOf(Case) },
  'casebattle.join': { gameId: id('rnd') },
  'casebattle.fairness': { gameId: id('rnd') },
  'profile.movement': { movement: sampleOf(Movement) },
  'staff.act': { act: { title: LONG, text: LONG, confirm: 'CONFIRM', command: CALLS[0] as never, input: {} } },
  'ticket.view': { ticketId: id('tkt') },
  'jackpot.join': {},
  'jackpot.joinSteam': {},
  'jackpot.fairplay': { roundId: id('rnd') },
  'coinflip.view': { gameId: id('rnd') },
  'coinflip.create': {},
  'coinflip.join': { gameId: id('rnd') },
  'coinflip.createSteam': {},
  'coinflip.joinSteam': { gameId: id('rnd') },
  'crypto.deposit': { orderId: id('cor') },
  'crypto.address': { coin: 'BTC', address: LONG, signature: LONG },
  'crypto.withdraw': {},
  'crypto.withdrawal': { withdrawalId: id('cwd') },
  'market.cart': {},
  'bet.source': { onSite: nothing, onSteam: nothing },
  'trade.confirm': { orderId: id('trd'), then: LONG },
};

/** The `:id` of a page with one, by path. */
const IDS: Readonly<Record<string, string>> = {
  '/jackpot/:id': id('rnd'),
  '/coinflip/:id': id('rnd'),
  '/casebattles/:id': id('rnd'),
  '/marketplace/:id': 'ak-47',
  '/item/:id': id('itm'),
  '/staff/tickets/:id': id('tkt'),
  '/staff/users/:id': id('ply'),
};
const PLACES = [
  ...PAGES.map(({ path }) => path).filter((path) => path !== '/staff/*'),
  ...SCREENS.map(({ path }) => `/staff/${path}`),
  '/no/such/page',
  // Of a page: what is beside its list.
  `/support?ticket=${id('tkt')}`,
];
const PANELS: readonly ShellPanel[] = ['menu', 'profile', 'chat', 'messages', 'account'];

const API_DOCUMENT: ApiDocument = {
  paths: Object.fromEntries(
    CALLS.slice(0, 8).map(({ name, path, method, summary, output }) => {
      const content = { 'application/json': { schema: output.toJSONSchema({ unrepresentable: 'any' }) } };
      const operation = { operationId: name, summary, description: LONG, tags: [name], parameters: [] };
      return [
        `/api${path}`,
        { [method.toLowerCase()]: { ...operation, responses: { 200: { description: '', content } } } },
      ];
    }),
  ),
};

/** Calls by path; the longest fixed part first. */
const ROUTES = CALLS.filter(({ kind }) => kind === 'query')
  .map((call) => ({ call, pattern: new RegExp(`^/api${call.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => Number(a.call.path.includes(':')) - Number(b.call.path.includes(':')));

const made = new Map<string, unknown>();
function answerTo(pathname: string): unknown {
  if (pathname === DOCUMENT_PATH) return API_DOCUMENT;
  const call = ROUTES.find(({ pattern }) => pattern.test(pathname))?.call;
  if (call === undefined) return undefined;
  if (!made.has(call.name)) made.set(call.name, sampleOf(call.output));
  return made.get(call.name);
}

beforeAll(() => {
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; Max-Age=600`;
  document.documentElement.dataset['motion'] = 'reduced';
  const mine = answerTo('/api/user') as { user: object };
  made.set('user.get', { ...mine, user: { ...mine.user, status: 'ADMIN', ageConfirmed: true } });
});
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', async (address: string) => {
    const response = answerTo(new URL(address, location.href).pathname);
    if (response === undefined) return Response.json({ success: false, message: 'ERR_NOT_FOUND' }, { status: 404 });
    if (response === API_DOCUMENT) return Response.json(response);
    return Response.json({ success: true, response });
  });
});
afterAll(() => {
  closeModal();
  closePanels();
  document.cookie = `${SIGNED_IN_MARK}=; Path=/; Max-Age=0`;
  vi.unstubAllGlobals();
});

async function visit(path: string): Promise<void> {
  await page.viewport(WIDTHS[0], 800);
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <App />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
/** What keeps a place from being complete: parts that still load, or that could not be drawn. */
const missingIn = (root: Element | null) =>
  root === null
    ? ['nothing']
    : [...root.querySelectorAll('[aria-busy=true], [data-loader], .skeleton, [role=alert].justify-items-center')].map(
        (part) => `${part.outerHTML.slice(0, 100)} ${part.textContent}`,
      );

/** A list lays itself out again some frames after a new width. */
async function settledCuts(): Promise<string[]> {
  let cuts: string[] = [];
  for (let frames = 0; frames < 12; frames += 1) {
    await frame();
    if (frames < 2) continue;
    cuts = [...cutControls(), ...brokenWords()];
    if (cuts.length === 0) return cuts;
  }
  return cuts;
}

/** What is cut at each width, with everything that can be unfolded open. */
async function cutIn(find: () => Element | null, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const cuts: string[] = [];
  for (const width of widths) {
    await page.viewport(width, 800);
    await expect.poll(() => missingIn(find()), { message: `incomplete at ${width}` }).toEqual([]);
    for (const folded of document.querySelectorAll('details')) folded.open = true;
    cuts.push(...(await settledCuts()).map((cut) => `${width}: ${cut}`));
  }
  return cuts;
}

test('the answers made here are what the contract promises', () => {
  const wrong = CALLS.filter(({ kind, output }) => kind === 'query' && !output.safeParse(sampleOf(output)).success);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('every page with an id has one here', () => {
  expect(Object.keys(IDS).toSorted()).toEqual(PLACES.filter((path) => path.includes(':')).toSorted());
});

test.each(PLACES)('%s cuts no control', { timeout: 120_000 }, async (path) => {
  await visit(path.replace(':id', IDS[path] ?? ''));
  const main = () => document.querySelector('main');
  const cuts = await cutIn(main);
  const tabs = () => [...(main()?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  for (const [at, { textContent }] of tabs().entries()) {
    tabs()[at]?.click();
    cuts.push(...(await cutIn(main, [320, 1_366])).map((cut) => `${textContent}: ${cut}`));
  }
  expect(cuts).toEqual([]);
});

test.each(Object.keys(WINDOWS) as WindowName[])('window %s cuts no control', async (view) => {
  await visit('/no/such/page');
  openModal(view, WINDOWS[view]);
  const cuts = await cutIn(() => document.querySelector(`[data-modal="${view}"]`));
  closeModal();
  expect(cuts).toEqual([]);
});

test.each(PANELS)('panel %s cuts no control', async (panel) => {
  await visit('/no/such/page');
  openPanel(panel);
  const cuts = await cutIn(() => document.querySelector('dialog[open], [popover]') ?? document.body);
  closePanels();
  expect(cuts).toEqual([]);
});

/** Whatever blocks a deposit also blocks a stake from Steam, shown on its button before it is pressed. It does not block site items. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  freshServer,
  OPEN_APP,
  saveAskedTradeLink,
  show,
  siteItem,
  signedIn,
  steamItem,
  type FixtureServer,
} from '../../../trade-kit/server.fixture.tsx';
import { STOP_CASES, protectionOf } from '../../../trade-kit/stops.fixture.ts';
import { useSteamPicker } from '../../../trade-kit/steam-items/use-steam-picker.ts';
import { waitingGame } from '../game.fixture.ts';
import { CreateModal } from './create-modal.tsx';
import { CreateSteamModal } from './create-steam-modal.tsx';
import { JoinForm } from './join-form.tsx';

const game = waitingGame();

let server: FixtureServer;
beforeEach(() => {
  server = freshServer();
  server.answers['/user/limits'] = protectionOf();
  server.answers['/user/inventory/steam'] = { items: [steamItem(1, 10.5)], hiddenCount: 0, looking: false };
  server.answers['/user/inventory/site'] = { items: [siteItem(1, 10.5)] };
  server.answers['/trades/list'] = { orders: [] };
});
afterEach(() => vi.unstubAllGlobals());

const choose = () => page.getByRole('option', { name: 'Trapjaw 1' }).click();
/** The window without the round's watcher. */
function Join() {
  const { picker, words } = useSteamPicker(OPEN_APP, 'stake');
  const rest = { sent: false, refusal: null, onJoin: () => undefined };
  return (
    <JoinForm
      game={game}
      source="steam"
      picker={picker}
      words={words}
      {...rest}
      button={(side) => `Send trade offer, play ${side}`}
    />
  );
}

const WINDOWS = [
  ['opened', () => <CreateSteamModal />],
  ['joined', () => <Join />],
] as const;

describe.each(WINDOWS)('a game is %s', (_, view) => {
  test.each(STOP_CASES.map((stop) => [stop.what, stop] as const))('%s blocks it', async (_what, stop) => {
    stop.answer(server);
    await show(view());
    // Shown once, and before anything is selected. A limit that is not used up blocks nothing until there is a sum.
    if (!stop.what.startsWith('a limit')) await expect.element(page.getByText(stop.text)).toBeVisible();
    await choose();
    const button = page.getByRole('button', { name: stop.short });
    await expect.element(button).toBeDisabled();
    await expect.element(page.getByText(stop.text)).toBeVisible();
    expect(server.posts).toEqual([]);
  });

  test('is enabled when nothing blocks it', async () => {
    await show(view());
    await choose();
    await expect.element(page.getByRole('button', { name: /^Send trade offer, play/ })).toBeEnabled();
    await expect.element(page.getByText('Before your first deposit')).not.toBeInTheDocument();
  });
});

test('a player without a deposit answers the limit question in the window, and the selection stays', async () => {
  STOP_CASES[0]?.answer(server);
  await show(<CreateSteamModal />);
  await choose();
  server.answers['/user/limits/answer'] = protectionOf();
  await page.getByRole('button', { name: 'No limit for now' }).click();
  await expect.element(page.getByRole('heading', { name: 'Before your first deposit' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Send trade offer, play/ })).toBeEnabled();
  await expect.element(page.getByTestId('path')).toHaveTextContent(/^\/here$/);
});

test.each(['before the press', 'by a refusal'])(
  'without a trade link, known %s: the window has its field',
  async (known) => {
    const withoutLink = signedIn({ tradeToken: '' });
    if (known === 'before the press') server.answers['/user'] = withoutLink;
    await show(<CreateSteamModal />);
    await choose();
    server.answers['/coinflip/create/steam'] = 'TRADE_LINK_MISSING';
    server.answers['/user'] = withoutLink;
    const button = page.getByRole('button', { name: /^Send trade offer, play/ });
    await button.click();
    await saveAskedTradeLink(server);
    await expect.element(page.getByRole('list', { name: 'Selected items' }).getByRole('listitem')).toBeVisible();
    await expect.element(button).toBeEnabled();
  },
);

test.each(STOP_CASES.map((stop) => [stop.what, stop] as const))(
  '%s does not block a stake of site items',
  async (_, stop) => {
    stop.answer(server);
    await show(<CreateModal />);
    await choose();
    await expect.element(page.getByRole('button', { name: /^Create on/ })).toBeEnabled();
  },
);

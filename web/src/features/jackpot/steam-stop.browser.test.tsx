/** Whatever blocks a deposit also blocks an entry from Steam, shown on its button before it is pressed. It does not block site items. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { usePicker } from '../../games-kit/inventory/use-picker.ts';
import {
  freshServer,
  OPEN_APP,
  show,
  siteItem,
  steamItem,
  type FixtureServer,
} from '../../trade-kit/server.fixture.tsx';
import { STOP_CASES, protectionOf } from '../../trade-kit/stops.fixture.ts';
import { useSteamPicker } from '../../trade-kit/steam-items/use-steam-picker.ts';
import { JoinForm } from './join-form.tsx';
import { openRound } from './round.fixture.ts';

const state = { state: { finishedAt: null }, game: openRound(), last: null, minbet: 1, feeBps: 500, paused: false };
const form = { state, sent: false, refusal: null, onJoin: () => undefined };

let server: FixtureServer;
beforeEach(() => {
  server = freshServer();
  server.answers['/user/limits'] = protectionOf();
  server.answers['/user/inventory/steam'] = { items: [steamItem(1, 10.5)], hiddenCount: 0, looking: false };
  server.answers['/user/inventory/site'] = { items: [siteItem(1, 10.5)] };
  server.answers['/trades/list'] = { orders: [] };
});
afterEach(() => vi.unstubAllGlobals());

/** The windows without the round's watcher. */
function FromSteam() {
  const { picker, words } = useSteamPicker(OPEN_APP, 'stake');
  return <JoinForm {...form} source="steam" picker={picker} words={words} button="Send trade offer" />;
}
function FromSite() {
  return <JoinForm {...form} source="site" picker={usePicker()} button="Join the pot" />;
}

const choose = () => page.getByRole('option', { name: 'Trapjaw 1' }).click();

test.each(STOP_CASES.map((stop) => [stop.what, stop] as const))('%s blocks it', async (_, stop) => {
  stop.answer(server);
  await show(<FromSteam />);
  // A limit that is not used up blocks nothing until there is a sum.
  if (!stop.what.startsWith('a limit')) await expect.element(page.getByText(stop.text)).toBeVisible();
  await choose();
  await expect.element(page.getByRole('button', { name: stop.short })).toBeDisabled();
  await expect.element(page.getByText(stop.text)).toBeVisible();
  expect(server.posts).toEqual([]);
});

test.each(STOP_CASES.map((stop) => [stop.what, stop] as const))(
  '%s does not block an entry of site items',
  async (_, stop) => {
    stop.answer(server);
    await show(<FromSite />);
    await choose();
    await expect.element(page.getByRole('button', { name: 'Join the pot' })).toBeEnabled();
  },
);

test('is enabled when nothing blocks it', async () => {
  await show(<FromSteam />);
  await choose();
  await expect.element(page.getByRole('button', { name: 'Send trade offer' })).toBeEnabled();
});

/**
 * Checks the specification's windows and texts against sources and tests: every window is registered and opened in a journey (the list of
 * docs/assurance.md), and every text is in the product verbatim and seen by a test of a screen.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GAMES } from '@fairpot/contract/games/games';
import { refusalText, REFUSALS } from '@fairpot/contract/wire/refusals';
import { messages } from './messages.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const JOURNEYS = 'e2e/journeys';

/** Source files of the product: client, contract and server. */
function sources(): string[] {
  const all = ['contract/src', 'web/src', 'server/src'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  );
  return all.filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$|\/testing\//.test(file));
}

describe('windows', () => {
  const [, section = ''] = /^## Windows$([^]*?)^## /m.exec(read('docs/assurance.md')) ?? [];
  const rows = [...section.matchAll(/^\| ([^|]+?) +\| `([\w.]+)` +\| `([\w.-]+\.test\.ts)` +\|$/gm)];
  const list = rows.map(([, window = '', view = '', journey = '']) => ({ window, view, journey }));

  test('every registered view is in the list, and nothing else', () => {
    const registered = sources().flatMap((file) =>
      [...read(file).matchAll(/^registerModal\('([\w.]+)'/gm)].map(([, view = '']) => view),
    );
    expect(registered.length).toBeGreaterThan(20);
    expect([...new Set(list.map(({ view }) => view))].sort()).toEqual(registered.sort());
  });

  test.each(list)('$window: $journey waits for $view', ({ view, journey }) => {
    expect(read(`${JOURNEYS}/${journey}`)).toMatch(
      new RegExp(`await opened\\([\\w.]+, '${view.replace('.', '\\.')}'\\)`),
    );
  });

  test.each(list)('$window: $journey checks $view in every layout', ({ view, journey }) => {
    expect(read(`${JOURNEYS}/${journey}`)).toMatch(
      new RegExp(`lookAtWidths\\([\\w.]+, '${view.replace('.', '\\.')}'\\)`),
    );
  });

  test('every registered view is opened at the widths of `widths.browser.test.tsx`', () => {
    const [, table = ''] = /^const WINDOWS\b([^]*?)^};/m.exec(read('web/src/widths.browser.test.tsx')) ?? [];
    const opened = [...table.matchAll(/^ {2}'?([\w.]+)'?:/gm)].map(([, view = '']) => view);
    expect(opened.toSorted()).toEqual([...new Set(list.map(({ view }) => view))].toSorted());
  });

  test('the loader is seen before its view', () => {
    expect(read(`${JOURNEYS}/shell.test.ts`)).toContain("getByRole('status')).toHaveText('Loading')");
  });
});

describe('pages', () => {
  const [, players = '', desk = ''] =
    /^const PAGES\b([^]*?)^const DESK\b([^]*?)^};/m.exec(read(`${JOURNEYS}/screens.test.ts`)) ?? [];
  const addresses = (table: string) => [...table.matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, path = '']) => path).sort();
  const pathsIn = (file: string) =>
    [...read(file).matchAll(/^\s+(?:\{ path: |path: |(?:pageAt|screen)\(\s*)'([^'*]+)'/gm)].map(
      ([, path = '']) => path,
    );

  test('journey `screens` checks every route in every layout', () => {
    const ofGames = GAMES.flatMap(({ path, page }) => [path, `/${page}/:id`]);
    expect(addresses(players)).toEqual([...ofGames, ...pathsIn('web/src/routes.tsx')].sort());
  });

  test('and every screen of the staff desk', () => {
    const screens = pathsIn('web/src/features/staff/screens.ts').map((path) => `/staff/${path}`);
    expect(screens.length).toBeGreaterThan(15);
    expect(addresses(desk)).toEqual(screens.sort());
  });
});

/** A text of the specification with placeholders in braces; the text that a test expects; the test's file. */
type QuotedText = readonly [quoted: string, seen: string, test: string];
const e2e = (name: string) => `${JOURNEYS}/${name}.test.ts`;
const REFUSAL_TEXTS = 'web/src/shell/refusal-texts.browser.test.tsx';
const TOASTS = 'web/src/shell/toast-host.browser.test.tsx';
const LEVEL_10 = 'Users need to be at least Level 10 to get the winnings';

const TEXTS: readonly QuotedText[] = [
  // Section 5
  ['Message to small', 'Message to small', e2e('support')],
  ['Message to small', 'Message to small', e2e('chat')],
  ['Please sign in to write message', 'Please sign in to write message', e2e('chat')],
  ['Min bet is {minbet}$', 'Min bet is 5000.00$', e2e('jackpot')],
  [
    'Min bet is {min}$, max bet is {max}$',
    'Min bet is ${least.toFixed(2)}$, max bet is ${most.toFixed(2)}$',
    e2e('refusals'),
  ],
  ['Need put tradelink!', 'Need put tradelink!', e2e('steam-stake')],
  ['Not enough balance', 'Not enough balance', e2e('market')],
  ['Min deposit: ${min}', 'Min deposit: $5.00', e2e('deposit')],
  ['Min sum is 10$', 'Min sum is 10$', e2e('crypto')],
  [
    'Something went wrong, please try different number',
    'Something went wrong, please try different number',
    e2e('crypto'),
  ],
  [LEVEL_10, LEVEL_10, e2e('crypto')],
  ['Unknown SteamID input format', 'Unknown SteamID input format', e2e('staff')],
  // Section 8: codes
  ['You cant add more than 15 items to your bet', 'You cant add more than 15 items to your bet', e2e('refusals')],
  [
    'Amount of the bet is less than the minimum possible',
    'Amount of the bet is less than the minimum possible',
    REFUSAL_TEXTS,
  ],
  ['Game is not exists', 'Game is not exists', REFUSAL_TEXTS],
  [
    'The second player can not make a bet very different from the first player',
    'The second player can not make a bet very different from the first player',
    REFUSAL_TEXTS,
  ],
  ['Game in the winner selection status', 'Game in the winner selection status', REFUSAL_TEXTS],
  ['The game is paused', 'The game is paused', e2e('staff-ops')],
  ['Promocode not found', 'Promocode not found', e2e('protection')],
  [
    "You can't activate the promocode more than 1 time!",
    "You can't activate the promocode more than 1 time!",
    e2e('protection'),
  ],
  ['You are banned', 'You are banned', e2e('chat')],
  ['Chat is closed for maintenance', 'Chat is closed for maintenance', e2e('chat')],
  ['Please cancel some before sending more', 'Please cancel some before sending more', REFUSAL_TEXTS],
  ['Forbidden resource', 'Forbidden resource', REFUSAL_TEXTS],
  ['Request failed with status code {status}', 'Request failed with status code 401', REFUSAL_TEXTS],
  // Section 8: other messages
  ['Jackpot is in finish state, try later', 'Jackpot is in finish state, try later', e2e('jackpot')],
  ['Coinflip is already started', 'Coinflip is already started', REFUSAL_TEXTS],
  ['This {coinflip} is started', 'This coinflip is started', e2e('refusals')],
  ['Something went wrong', 'Something went wrong', e2e('steam-stake')],
  [LEVEL_10, LEVEL_10, e2e('withdraw')],
  // Section 8: success
  ['User: {name} will win', ' will win', e2e('scripted')],
  ['Now you can chat as {name}', 'Now you can chat as admin', e2e('chat')],
  ['Now you can chat as {name}', 'Now you can chat as Marzipan', e2e('staff-ops')],
  ['You successfully bought new skins', 'You successfully bought new skins', e2e('market')],
  ['Ticket is closed!', 'Ticket is closed!', e2e('support')],
  ['You successfully joined {jackpot}!', 'You successfully joined jackpot!', e2e('jackpot')],
  ['You successfully joined {coinflip}!', 'You successfully joined coinflip!', e2e('refusals')],
  ['You successfully joined {casebattle}!', 'You successfully joined casebattle!', e2e('battles')],
  ['Items is refreshed!', 'Items is refreshed!', e2e('picker')],
  ['Address was copied', 'Address was copied', e2e('crypto')],
  ['Text was copied', 'Text was copied', e2e('battles')],
  ['User: {name} was baned', ' was baned', e2e('chat')],
  ['Message was deleted', 'Message was deleted', e2e('chat')],
  // Section 8: the helper
  ['Success!', 'Success!', TOASTS],
  ['Failed!', 'Failed!', TOASTS],
  ['Error', 'ErrorFailed!', TOASTS],
];

describe('texts of sections 5 and 8', () => {
  const product = sources().map(read).join('\n');

  test.each(TEXTS)('%s', (quoted, seen, file) => {
    const pattern = quoted
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"))
      .join("\\$?\\{[^`'}]*\\}");
    expect(product).toMatch(new RegExp(`['"\`>] ?(?:[^'"\`\\n]*[.:] )?${pattern}`));
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(read(file)).toContain(seen);
  });

  test('no text of the product’s own table of quotes is missing', () => {
    const plain = (text: string) => text.replace(/\d+(\.\d\d)?|\{\w+\}/g, '#');
    const known = new Set(TEXTS.map(([quoted]) => plain(quoted)));
    /** Our own texts in that table. */
    const OURS = ['systemPaused', 'adjusted'];
    const own: readonly (readonly [string, string])[] = Object.entries({ ...messages.say, ...messages.done })
      .filter(([name]) => !OURS.includes(name))
      .map(([name, text]) => [name, textOf(text)]);
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(([, text]) => !known.has(plain(text)))).toEqual([]);
    const codes = (
      ['ITEMS_LIMIT', 'AMOUNT_TOO_LOW', 'NO_GAME', 'AMOUNT_TOO_FAR', 'GAME_FINISHED', 'GAME_PAUSED'] as const
    ).map((code) => refusalText(code));
    expect(codes.filter((text) => !known.has(plain(text)))).toEqual([]);
    expect(REFUSALS.TOO_MANY_OFFERS.text).toContain('cancel some');
  });
});

/** A text, or a text with placeholders as source code. */
function textOf(text: unknown): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'function') throw new TypeError('neither a text nor a function of one');
  return String((text as (...parts: readonly unknown[]) => unknown)('{gap}', '{gap}'));
}

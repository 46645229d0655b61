/** Players and entries in a real browser: own share on top, long lists virtual, the winner shown only when passed. */
import { describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '../../../styles/main.css';
import { EntryList } from './entry-list.tsx';
import { PlayerList } from './player-list.tsx';
import { entriesOf } from '../round.fixture.ts';
import { collisions, cutTexts, WINDOWS } from '../../../testing/geometry.ts';
import { MAX_PLAIN_ROWS } from './rows.tsx';
import { sharesOf } from '../shares.ts';

const few = entriesOf([
  ['ann', 5_000],
  ['bob', 3_000],
  ['cyd', 2_000],
]);
const many = entriesOf(Array.from({ length: 400 }, (_, i) => [`p${i}`, 100 + i]));
const potOf = (entries: typeof few) => entries.at(-1)?.to ?? 0;

describe('players', () => {
  test('the own share comes first with its mark, the others by share', async () => {
    const screen = await render(<PlayerList shares={sharesOf(few)} pot={10_000} me="ply_cyd" winner={null} />);
    const names = () => [...document.querySelectorAll('.truncate.font-semibold')].map((name) => name.textContent);
    expect(names()).toEqual(['cyd', 'ann', 'bob']);
    await expect.element(screen.getByText('YOU')).toBeVisible();
    await expect.element(screen.getByText('20.00%')).toBeVisible();
    expect(document.body.textContent).not.toContain('WON');
  });

  for (const width of [256, 326, 400])
    test(`in a list of ${width} px stake and chance of the player and of the winner fit beside their marks`, async () => {
      await render(
        <div style={{ width }}>
          <PlayerList
            shares={sharesOf(
              entriesOf([
                ['ann', 123_456],
                ['pocketlint', 98_000],
              ]),
            )}
            pot={221_456}
            me="ply_pocketlint"
            winner={0}
          />
        </div>,
      );
      const own = document.querySelector('[data-own]');
      expect(own?.textContent).toContain('YOU');
      const amounts = [...document.querySelectorAll<HTMLElement>('.whitespace-nowrap.tabular-nums')];
      expect(amounts.map((amount) => amount.textContent)).toEqual(['$980.00', '$1,234.56']);
      for (const amount of amounts) {
        const row = amount.closest('.h-\\[54px\\]');
        expect(amount.offsetParent, 'is drawn').not.toBeNull();
        expect(row).not.toBeNull();
        if (row) expect(collisions(row, [amount, ...row.querySelectorAll('.truncate, .rounded-sm')])).toEqual([]);
        if (row) expect(cutTexts(row)).toEqual([]);
      }
    });

  test('with the result the winner is marked in text', async () => {
    const screen = await render(<PlayerList shares={sharesOf(few)} pot={10_000} me={null} winner={2} />);
    await expect.element(screen.getByText('WON')).toBeVisible();
  });
});

test('a scripted round shows stakes but neither chances nor tickets', async () => {
  const screen = await render(
    <>
      <PlayerList shares={sharesOf(few)} pot={10_000} me={null} winner={2} drawn={false} />
      <EntryList entries={few} shares={sharesOf(few)} pot={10_000} me={null} winner={2} drawn={false} />
    </>,
  );
  await expect.element(screen.getByText('Chosen by staff')).toBeVisible();
  await expect.element(screen.getByText('$30.00').first()).toBeVisible();
  expect(document.body.textContent).not.toMatch(/%|Tickets \d|Winning/);
  expect(document.querySelector('.share-bar')).toBeNull();
});

describe('entries', () => {
  test('newest first, with tickets and chance', async () => {
    const screen = await render(
      <EntryList entries={few} shares={sharesOf(few)} pot={10_000} me={null} winner={null} />,
    );
    const rows = document.querySelectorAll('ul[aria-label="Entries, newest first"] > li');
    expect(rows).toHaveLength(3);
    expect(rows[0]?.textContent).toContain('Tickets 8,000 – 9,999');
    await expect.element(screen.getByText('50.00%')).toBeVisible();
  });

  test('of hundreds only those in view exist, and each has its position', async () => {
    const pot = potOf(many);
    await render(<EntryList entries={many} shares={sharesOf(many)} pot={pot} me={null} winner={null} />);
    await expect.poll(() => document.querySelectorAll('li[aria-posinset]').length).toBeGreaterThan(3);
    expect(document.querySelectorAll('li[aria-posinset]').length).toBeLessThan(MAX_PLAIN_ROWS);
    expect(document.querySelector('li[aria-posinset="1"]')?.getAttribute('aria-setsize')).toBe('400');
    expect(document.querySelector('li[aria-posinset="1"]')?.textContent).toContain('p399');
  });

  for (const { window, content } of WINDOWS)
    test(`at ${window} px the parts of an entry do not overlap, on two lines where the list is narrow`, async () => {
      // The window stays wide: only the list's own width may matter.
      const list = (entries: typeof few) => (
        <div style={{ width: content }}>
          <EntryList entries={entries} shares={sharesOf(few)} pot={10_000} me={null} winner={2} />
        </div>
      );
      const { rerender } = await render(list([]));
      await rerender(list(few));
      const rows = [...document.querySelectorAll('ul[aria-label="Entries, newest first"] > li > div')];
      expect(rows).toHaveLength(3);
      for (const row of rows) {
        await expect.poll(() => row.parentElement?.clientHeight).toBe(content < 560 ? 132 : 84);
        expect(row.clientHeight).toBeLessThan(row.parentElement?.clientHeight ?? 0);
        expect(collisions(row, [...row.children])).toEqual([]);
      }
    });

  test('an empty pot says so', async () => {
    const screen = await render(<EntryList entries={[]} shares={[]} pot={0} me={null} winner={null} />);
    await expect.element(screen.getByText('The pot is empty')).toBeVisible();
  });
});

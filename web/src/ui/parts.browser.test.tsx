/** Small components: drawer, tabs, tooltip, countdown, level, copy, tile. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { cents, centsFromUsd } from '@fairpot/contract/wire/money';
import { useAnnouncements } from '../platform/page/announcer.ts';
import { useClock } from '../platform/live/clock.ts';
import { useToasts } from '../platform/page/toasts.ts';
import { Announcer } from './layout/announcer.tsx';
import { Button } from './controls/button.tsx';
import { CopyText } from './controls/copy-text.tsx';
import { clockText, Countdown, secondsLeft } from './values/countdown.tsx';
import { Drawer } from './controls/drawer.tsx';
import { ItemArt, ItemTile, type TileSkin } from './values/item-tile.tsx';
import { ExperienceBar, LevelBadge, tierColor } from './people/level.tsx';
import { Money } from './values/money.tsx';
import { Tabs } from './controls/tabs.tsx';
import { Tooltip } from './controls/tooltip.tsx';
import { UserName } from './people/user-name.tsx';

beforeEach(() => {
  useClock.setState({ offsetMs: 0, rttMs: null });
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
});

describe('levels', () => {
  test.each([
    [9, 0],
    [10, 1],
    [20, 2],
    [30, 3],
    [40, 4],
    [59, 4],
    [60, 5],
    [70, 6],
    [80, 7],
    [90, 8],
    [100, 9],
    [1000, 9],
  ])('level %i has rank %i', (level, rank) => {
    expect(tierColor(level)).toBe(`var(--color-tier-${rank})`);
  });

  test('every rank has its own colour in the style sheet', () => {
    const style = getComputedStyle(document.documentElement);
    const colours = Array.from({ length: 10 }, (_, rank) => style.getPropertyValue(`--color-tier-${rank}`));
    expect(new Set(colours).size).toBe(10);
    expect(colours).not.toContain('');
  });

  test('the badge shows the number, the bar experience mod 100 plus one', async () => {
    await render(
      <>
        <LevelBadge level={14} />
        <ExperienceBar experience={1462} detailed />
      </>,
    );
    await expect.element(page.getByTitle('Level 14, rank 1 of 9')).toHaveAccessibleName('Level 14');
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '63');
    await expect.element(page.getByText('38 XP to the next level')).toBeVisible();
  });
});

test('a long name is truncated, its badge is not', async () => {
  await render(
    <div style={{ width: '120px' }}>
      <UserName user={{ name: 'a name that is much too long for this', badge: 'BOT', level: 3 }} />
    </div>,
  );
  const badge = page.getByText('BOT').element().getBoundingClientRect();
  expect(badge.width).toBeGreaterThan(20);
  expect(badge.right).toBeLessThanOrEqual(
    page.getByText('BOT').element().closest('div')?.getBoundingClientRect().right ?? 0,
  );
});

test('money is written with two decimals, grouped, and signs gains', async () => {
  await render(
    <>
      <Money cents={centsFromUsd(1234.5)} /> <Money cents={cents(-5)} /> <Money cents={cents(250)} signed />
    </>,
  );
  await expect.element(page.getByText('$1,234.50')).toBeVisible();
  await expect.element(page.getByText('-$0.05')).toBeVisible();
  await expect.element(page.getByText('+$2.50')).toBeVisible();
});

test('a busy button keeps its name and ignores presses', async () => {
  const press = vi.fn();
  const { rerender } = await render(<Button onClick={press}>Join</Button>);
  await page.getByRole('button', { name: 'Join' }).click();
  await rerender(
    <Button busy onClick={press}>
      Join
    </Button>,
  );
  await page.getByRole('button', { name: 'Join' }).click({ force: true });
  expect(press).toHaveBeenCalledTimes(1);
});

function DrawerOf({ children }: { readonly children: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open drawer
      </button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Menu">
        <a href="#x">{children}</a>
      </Drawer>
    </>
  );
}

describe('the drawer', () => {
  test('closes on Esc and returns focus', async () => {
    await render(<DrawerOf>inside</DrawerOf>);
    await page.getByRole('button', { name: 'open drawer' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'open drawer' })).toHaveFocus();
  });

  test('closes on a press outside, not inside', async () => {
    await render(<DrawerOf>inside</DrawerOf>);
    await page.getByRole('button', { name: 'open drawer' }).click();
    await page.getByText('Menu').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.click(page.getByRole('dialog'), { position: { x: 900, y: 400 }, force: true });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

function ThreeTabs() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
  const tabs = (['a', 'b', 'c'] as const).map((v) => ({ value: v, label: `Tab ${v}` }));
  return (
    <Tabs label="Three" tabs={tabs} value={value} onChange={setValue}>
      content {value}
    </Tabs>
  );
}

test('tabs move with arrows, Home and End, and wrap around', async () => {
  await render(<ThreeTabs />);
  await page.getByRole('tab', { name: 'Tab a' }).click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('tab', { name: 'Tab c' })).toHaveFocus();
  await expect.element(page.getByRole('tabpanel', { name: 'Tab c' })).toHaveTextContent('content c');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { selected: true })).toHaveTextContent('Tab a');
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText('content c')).toBeVisible();
});

test('a tooltip shows on focus, describes its control, and Esc hides it', async () => {
  await render(
    <Tooltip text="Because of that">
      <button type="button">why</button>
    </Tooltip>,
  );
  const tip = page.getByRole('tooltip', { includeHidden: true });
  await expect.element(tip).not.toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(tip).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tip).not.toBeVisible();
});

describe('the countdown', () => {
  test('counts whole seconds to an absolute deadline, never below zero', () => {
    expect(secondsLeft(10_000, 0)).toBe(10);
    expect(secondsLeft(10_000, 1)).toBe(10);
    expect(secondsLeft(10_000, 9_999)).toBe(1);
    expect(secondsLeft(10_000, 12_000)).toBe(0);
    expect([clockText(24), clockText(725), clockText(3723)]).toEqual(['00:24', '12:05', '1:02:03']);
  });

  test('uses the server’s clock, follows a new offset, and reports its end once', async () => {
    const onOver = vi.fn();
    const deadlineAt = Date.now() + 20_000;
    await render(<Countdown deadlineAt={deadlineAt} label="Draw" onOver={onOver} />);
    await expect.element(page.getByRole('timer')).toHaveTextContent('00:20');
    useClock.setState({ offsetMs: 10_000 });
    await expect.element(page.getByRole('timer')).toHaveTextContent('00:10');
    useClock.setState({ offsetMs: 30_000 });
    await expect.element(page.getByRole('timer')).toHaveTextContent('00:00');
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  test('announces ten seconds to a player with a stake', async () => {
    const before = useAnnouncements.getState().polite.serial;
    await render(
      <>
        <Announcer />
        <Countdown deadlineAt={Date.now() + 9_990} label="Draw" announce />
      </>,
    );
    await expect
      .poll(() => useAnnouncements.getState().polite)
      .toEqual({ serial: before + 1, text: 'Draw in 10 seconds' });
    expect(document.querySelector('[data-announcer=polite]')?.textContent).toBe('Draw in 10 seconds');
  });
});

describe('copying', () => {
  test('shows the toast Text was copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await render(<CopyText text="abc123" label="Hash" />);
    await page.getByRole('button', { name: 'Copy Hash' }).click();
    expect(write).toHaveBeenCalledWith('abc123');
    await expect.poll(() => useToasts.getState().history[0]?.text).toBe('Text was copied');
  });

  test('a failure shows its own text', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Document is not focused.'));
    await render(<CopyText text="abc123" label="Hash" />);
    await page.getByRole('button', { name: 'Copy Hash' }).click();
    await expect
      .poll(() => useToasts.getState().history[0])
      .toMatchObject({ kind: 'error', text: 'Document is not focused.' });
  });
});

const SKIN: TileSkin = {
  name: 'AK-47',
  itemName: 'Night Relay',
  itemType: 'Field-Tested',
  icon: '',
  colorHex: '6b8cff',
  rarity: 'Mil-Spec Grade',
  pips: 3,
  priceUsd: 12.5,
};

describe('an item tile', () => {
  test('is a toggle with names, price and rarity as text', async () => {
    const press = vi.fn();
    await render(<ItemTile skin={SKIN} selected onPress={press} />);
    const tile = page.getByRole('button', { pressed: true });
    await expect.element(tile).toHaveAccessibleName('Mil-Spec Grade AK-47 | Night Relay Field-Tested $12.50 Selected');
    await tile.click();
    expect(press).toHaveBeenCalledTimes(1);
  });

  test('a name has two lines of the full width; its wear is below', async () => {
    const courier = { ...SKIN, name: 'Golden Baby Roshan', itemName: '', itemType: '', rarity: 'Immortal' };
    await render(
      <div style={{ width: 148 }}>
        <ItemTile skin={courier} />
        <ItemTile skin={{ ...courier, name: 'Night Owl Rifle with a long name', itemType: 'Minimal Wear' }} />
      </div>,
    );
    for (const name of ['Golden Baby Roshan', 'Night Owl Rifle with a long name']) {
      const line = page.getByText(name).element();
      expect([line.scrollHeight <= line.clientHeight, line.clientHeight, line.clientWidth > 120]).toEqual([
        true,
        30,
        true,
      ]);
    }
    await expect.element(page.getByText('Minimal Wear')).toBeVisible();
  });

  test('a tile that shows another item never shows the picture of the one before', async () => {
    const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9"/></svg>';
    let show = (_: string) => {};
    function Art() {
      const [icon, setIcon] = useState(`data:image/svg+xml,${encodeURIComponent(dot)}`);
      useEffect(() => void (show = setIcon), []);
      return <ItemArt icon={icon} />;
    }
    const { container } = await render(<Art />);
    const shown = () => container.querySelector('img')?.naturalWidth;
    await expect.poll(shown).toBe(9);
    // Looked at before any answer can have come.
    flushSync(() => show('/art/not-there.svg'));
    expect(shown()).toBe(0);
  });

  test('shows why it is locked and cannot be pressed', async () => {
    const press = vi.fn();
    await render(<ItemTile skin={SKIN} locked="Prize" onPress={press} />);
    const tile = page.getByRole('button');
    await expect.element(tile).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText('Prize')).toBeVisible();
    await tile.click({ force: true });
    expect(press).not.toHaveBeenCalled();
  });
});

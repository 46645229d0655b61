/**
 * Own winnings on their way from the result into the count of the bars: items into the inventory, the sum of a battle into the balance.
 *
 * Called by the moments of a game when an own gain is shown. The count keeps its number until they have arrived (shell/bars/count.tsx). Where nothing
 * travels, with reduced motion or in a hidden tab, the count changes at once.
 */
import { holdCount, type Count } from '../platform/page/counts.ts';
import { announce } from '../platform/page/announcer.ts';
import { texts } from './texts.ts';
import './carry-home.css';

/** What travels, as the views mark it. */
const PARTS: Readonly<Record<Count, string>> = { items: '.won-item', balance: '[data-own-share]' };
/** What moves first: the items enter the result, or leave for the winner's seat. */
const FIRST: Readonly<Record<Count, string>> = { items: '.won-item', balance: '.team[data-lost] .reel' };
const TRAVEL_MS = 640;
const TURN_MS = 70;
/** Longer than all of it. Animations stand still in a tab that is hidden meanwhile. */
const MAX_WAIT_MS = 4_000;

export function carryHome(count: Count): void {
  announce(texts.own.home[count]);
  if (document.documentElement.dataset['motion'] === 'reduced' || document.hidden) return;
  const release = holdCount(count);
  const tooLate = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  void Promise.race([travel(count), tooLate]).finally(release);
}

async function travel(count: Count): Promise<void> {
  await nextFrame(); // the result is on the screen
  const first = [...document.querySelectorAll(FIRST[count])].flatMap((part) => part.getAnimations());
  await Promise.allSettled(first.map(({ finished }) => finished));
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS[count])].filter(isShown);
  const target = [...document.querySelectorAll(`[data-count="${count}"]`)].find(isShown);
  if (target === undefined) return;
  const layer = document.createElement('div');
  layer.className = 'carry-layer';
  layer.ariaHidden = 'true';
  document.body.append(layer);
  try {
    await Promise.allSettled(parts.map((part, turn) => fly(layer, part, target, turn)));
  } finally {
    layer.remove();
  }
}

function fly(layer: Element, part: HTMLElement, target: Element, turn: number): Promise<unknown> {
  const [from, to] = [part.getBoundingClientRect(), target.getBoundingClientRect()];
  const piece = document.createElement('span');
  piece.className = 'carry-piece';
  piece.style.width = `${from.width}px`;
  piece.style.height = `${from.height}px`;
  piece.style.borderColor = getComputedStyle(part).borderBottomColor;
  piece.append(part.dataset['ownShare'] ?? part.querySelector('img')?.cloneNode() ?? '');
  layer.append(piece);
  const [x, y] = [middle(to).x - from.width / 2, middle(to).y - from.height / 2];
  return piece.animate(
    [
      { transform: `translate(${from.x}px, ${from.y}px)` },
      { transform: `translate(${x}px, ${y}px) scale(0.4)`, opacity: 1, offset: 0.92 },
      { transform: `translate(${x}px, ${y}px) scale(0.2)`, opacity: 0 },
    ],
    { duration: TRAVEL_MS, delay: turn * TURN_MS, easing: 'cubic-bezier(.5,0,.2,1)', fill: 'both' },
  ).finished;
}

function middle({ x, y, width, height }: DOMRect): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

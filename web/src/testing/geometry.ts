/** Layout checks for browser tests: whether parts overlap, and whether texts are cut. */

/** Window widths at which a list is tested, and the width that the page leaves for it (styles/shell.css). */
export const WINDOWS = [
  { window: 320, content: 288 },
  { window: 390, content: 358 },
  { window: 768, content: 664 },
  { window: 800, content: 696 },
  { window: 1_024, content: 744 },
  { window: 1_280, content: 680 },
  { window: 1_440, content: 840 },
  { window: 1_680, content: 1_016 },
] as const;

/** The same for the staff desk, which has no column for the chat. */
export const DESK_WINDOWS = [
  ...WINDOWS.filter(({ window }) => window < 1_280),
  { window: 1_280, content: 1_000 },
  { window: 1_440, content: 1_072 },
  { window: 1_680, content: 1_312 },
] as const;

/** The bounding box of an element and its descendants, including overflow. */
export function drawnBox(element: Element): DOMRect {
  const boxes = [element, ...element.querySelectorAll('*')]
    .filter((one) => !one.classList.contains('visually-hidden') && one.closest('.visually-hidden') === null)
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Whether two boxes overlap by more than 1 px, which rounding may cause. */
export function overlap(a: DOMRect, b: DOMRect): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 1 && high > 1;
}

/** Descriptions of parts that overlap, and of parts that overflow `row`. */
export function collisions(row: Element, parts: readonly Element[]): string[] {
  const boxes = parts.map((part) => ({ name: nameOf(part), box: drawnBox(part) }));
  const frame = row.getBoundingClientRect();
  const over = boxes.flatMap((a, at) =>
    boxes.slice(at + 1).flatMap((b) => (overlap(a.box, b.box) ? [`${a.name} over ${b.name}`] : [])),
  );
  const out = boxes
    .filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1)
    .map(({ name }) => `${name} overflows its row`);
  return [...over, ...out];
}

function nameOf(part: Element): string {
  return `'${(part.textContent ?? '').slice(0, 30)}'`;
}

/** Texts inside `root` that are cut by an ellipsis or an edge. */
export function cutTexts(root: Element): string[] {
  return [...root.querySelectorAll<HTMLElement>('.truncate')]
    .filter((text) => text.offsetParent !== null && text.scrollWidth > text.clientWidth)
    .map((text) => `'${text.textContent}' has ${text.clientWidth} of ${text.scrollWidth} px`);
}

/** Empty when the whole element is inside the viewport and its scrolled frame; else how many pixels are cut, and where. */
export function partInView(element: Element): string {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const frame = scrollerOf(element)?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const cut = {
    above: Math.max(frame.top, 0) - top,
    below: bottom - Math.min(frame.bottom, innerHeight),
    left: Math.max(frame.left, 0) - left,
    right: right - Math.min(frame.right, innerWidth),
  };
  return Object.entries(cut)
    .filter(([, px]) => px > 1)
    .map(([side, px]) => `${Math.round(px)} px are cut ${side}`)
    .join(', ');
}

/** The nearest ancestor that scrolls up and down. */
function scrollerOf(element: Element): Element | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(at).overflowY)) return at;
  return null;
}

/** What a person can press, fill in or choose. */
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex="0"], [role=button], ' +
  '[role=tab], [role=option], [role=switch], [role=slider], [role=menuitem], [role=checkbox], ' +
  '[role=radio], [role=link]';

/**
 * Controls whose box leaves the window's sides, or leaves a part around them that cuts it off. A strip that scrolls sideways alone ('overflow: auto
 * hidden') shows its controls one after the other, and counts as one.
 */
export function cutControls(root: Element = document.body): string[] {
  return [...root.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    const box = control.getBoundingClientRect();
    const isShown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isShown || box.width <= 1 || box.height <= 1 || control.closest('.visually-hidden') !== null) return [];
    const cut = cutBy(control, box);
    const name = control.getAttribute('aria-label') ?? control.textContent;
    return cut === null ? [] : [`${control.localName} '${name.slice(0, 30)}' leaves ${cut}`];
  });
}

function cutBy(control: Element, ownBox: DOMRect): string | null {
  let box = ownBox;
  for (let at: Element = control; ;) {
    const { position } = getComputedStyle(at);
    const around = at.parentElement;
    if (position === 'fixed' || around === null || around === document.body) break;
    at = around;
    const { overflowX, overflowY } = getComputedStyle(at);
    const part = at.getBoundingClientRect();
    const isStrip = overflowX === 'auto' && overflowY === 'hidden';
    if (isStrip) box = part;
    else if (overflowX !== 'visible' && isWider(box, part.left, part.right))
      return `${at.className || at.localName}: ${sides(box)} of ${sides(part)}`;
    if (['hidden', 'clip'].includes(overflowY) && (box.top < part.top - 1 || box.bottom > part.bottom + 1))
      return `${at.className || at.localName}: ${Math.round(box.bottom)} below ${Math.round(part.bottom)}`;
    // What scrolls up and down can be brought into view there.
    if (overflowY !== 'visible') box = new DOMRect(box.x, part.y, box.width, part.height);
  }
  return isWider(box, 0, document.documentElement.clientWidth) ? `the window: ${sides(box)}` : null;
}

const isWider = (box: DOMRect, left: number, right: number) => box.left < left - 1 || box.right > right + 1;
const sides = ({ left, right }: DOMRect) => `${Math.round(left)} to ${Math.round(right)}`;

/** Short words of headings and controls that are broken over two lines: there is too little room for them. */
export function brokenWords(root: Element = document.body): string[] {
  const range = document.createRange();
  return [...root.querySelectorAll('h1, h2, h3, button, a, label, th, dt')].flatMap((part) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\d]{2,20}(?![\p{L}\d])/gu)) {
        if (/[\p{L}\d]/u.test(text.nodeValue?.[index - 1] ?? '')) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(`'${word}' is broken`);
      }
    return broken;
  });
}

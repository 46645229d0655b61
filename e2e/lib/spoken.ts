/** Chromium's accessibility tree of a page, read from top to bottom as a screen reader does. */
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** A node of the protocol's `Accessibility.getFullAXTree`, as far as it is read. */
interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** What is read for the node itself; its text nodes are then not read again. */
const NAMED = [
  'heading',
  'button',
  'link',
  'textbox',
  'searchbox',
  'radio',
  'checkbox',
  'switch',
  'option',
  'image',
  'img',
];
/** A person can act on it, so it must have a name. */
const CONTROLS = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'spinbutton',
  'combobox',
  'radio',
  'checkbox',
  'switch',
  'option',
];
/** Its name is read, then its content. */
const FRAMES = ['dialog', 'navigation', 'region', 'list', 'listbox', 'tablist', 'timer', 'progressbar'];

/** Lines in reading order: 'heading: Coinflip', 'button: Create game', or a text alone. A control without a name reads as 'button: '. */
export async function readAloud(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: readonly AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const read = (node: AxNode): void => {
    const role = node.role?.value ?? '';
    const name = (node.name?.value ?? '').replaceAll(/\s+/g, ' ').trim();
    const isNamed = !node.ignored && NAMED.includes(role);
    if (isNamed && (name !== '' || CONTROLS.includes(role))) lines.push(`${role}: ${name}`);
    else if (!node.ignored && FRAMES.includes(role) && name !== '') lines.push(`${role}: ${name}`);
    else if (!node.ignored && role === 'StaticText' && name !== '') lines.push(name);
    // An option is its name; a heading or button may hold others, which have said their own names.
    if (!isNamed || (name === '' && !CONTROLS.includes(role)))
      for (const id of node.childIds ?? []) {
        const child = byId.get(id);
        if (child) read(child);
      }
  };
  const [root] = nodes;
  if (root) read(root);
  return lines;
}

/** Every control has a name, names are whole, and the lines that match are read in this order. */
export async function expectSpoken(page: Page, what: string, order: readonly (string | RegExp)[]): Promise<void> {
  const lines = await readAloud(page);
  const nameless = lines.filter((line) => CONTROLS.some((role) => line === `${role}: `));
  expect(nameless, `${what}: controls without a name`).toEqual([]);
  expect(
    lines.filter((line) => line.includes(' ,')),
    `${what}: a pause inside a name`,
  ).toEqual([]);
  let at = 0;
  for (const wanted of order) {
    const found = lines.findIndex(
      (line, n) => n >= at && (typeof wanted === 'string' ? line === wanted : wanted.test(line)),
    );
    expect(found, `${what}: “${String(wanted)}” comes next in\n${lines.slice(at).join('\n')}`).toBeGreaterThanOrEqual(
      at,
    );
    at = found + 1;
  }
}

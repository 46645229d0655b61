/** What Chromium hands to a screen reader: all rows of the log in one list, though they are laid out in chunks. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { freshPage, showChat, type ChatServer } from '../chat-page.fixture.tsx';
import { messages } from '../sample.fixture.ts';
import { CHUNK_ROWS } from './chunks.ts';

/** A node of the protocol's accessibility tree, as far as it is read. */
interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly childIds?: readonly string[];
}
interface Frame {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly Frame[];
}
interface Session {
  send(method: 'Page.getFrameTree'): Promise<{ readonly frameTree: Frame }>;
  send(
    method: 'Accessibility.getFullAXTree',
    of: { readonly frameId: string },
  ): Promise<{ readonly nodes: readonly AxNode[] }>;
}

let server: ChatServer;
beforeEach(() => {
  server = freshPage();
});
afterEach(() => vi.unstubAllGlobals());

/** The log's nodes and those below, each with its children; nodes that are not passed to a screen reader give way to their children. */
async function readLog(): Promise<{ readonly log: AxNode; readonly childrenOf: (node: AxNode) => readonly AxNode[] }> {
  const session = cdp() as unknown as Session;
  const frames = ({ frame, childFrames = [] }: Frame): readonly string[] => [frame.id, ...childFrames.flatMap(frames)];
  const { frameTree } = await session.send('Page.getFrameTree');
  for (const frameId of frames(frameTree)) {
    const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId });
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const log = nodes.find(({ role }) => role?.value === 'log');
    const childrenOf = (node: AxNode): readonly AxNode[] =>
      (node.childIds ?? []).flatMap((id) => {
        const child = byId.get(id);
        if (!child) return [];
        return child.ignored || child.role?.value === 'generic' ? childrenOf(child) : [child];
      });
    if (log) return { log, childrenOf };
  }
  throw new Error('no log');
}

test('the log is one list with all its rows', async () => {
  const count = 2 * CHUNK_ROWS + 5;
  server.history = messages(1, count);
  await showChat();
  await expect.element(page.getByRole('listitem').nth(count - 1)).toBeVisible();
  expect(document.querySelectorAll('.chat-chunk').length).toBeGreaterThan(2);
  const { log, childrenOf } = await readLog();
  const [list, ...more] = childrenOf(log);
  expect([list?.role?.value, more]).toEqual(['list', []]);
  const rows = list ? childrenOf(list) : [];
  expect(new Set(rows.map(({ role }) => role?.value))).toEqual(new Set(['listitem']));
  expect(rows).toHaveLength(document.querySelectorAll('.chat-list [data-id]').length);
  expect(rows.length).toBeGreaterThanOrEqual(count);
});

test('an empty log has no empty list', async () => {
  await showChat();
  const { log, childrenOf } = await readLog();
  expect(childrenOf(log).map(({ role }) => role?.value)).not.toContain('list');
});

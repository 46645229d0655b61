/** Help links: reachable, moved, refusing scripts, gone, or unresponsive. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { HELP_LINKS } from '../contract/src/support/help.ts';
import { deadLinks } from './help-links.ts';

test('reports links that are gone or silent, and accepts reachable and moved ones', async () => {
  const server = createServer(({ url }, answer) => {
    if (url === '/moved') answer.writeHead(302, { location: '/200' }).end();
    else if (url !== '/hangs') answer.writeHead(Number(url?.slice(1))).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = (path: string) => ({ name: path, href: `${base}/${path}` });
  const dead = await deadLinks(['200', 'moved', '403', '404', '500', 'hangs'].map(at), 300);
  expect(dead.map((line) => line.split(':', 1)[0])).toEqual(['404', '500', 'hangs']);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect((await deadLinks([at('200')], 300))[0]).toMatch(/does not answer/);
});

test('each link is a distinct page, over https', () => {
  expect(HELP_LINKS.length).toBeGreaterThan(2);
  for (const { href } of HELP_LINKS) expect(new URL(href).protocol).toBe('https:');
  expect(new Set(HELP_LINKS.map(({ href }) => href)).size).toBe(HELP_LINKS.length);
});

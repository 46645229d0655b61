/**
 * A server that reports ready and ends at the same moment, as when a database is killed while a client connects. No statement has been sent that
 * could receive the error; the process must survive.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailable, openPool } from './db.ts';
import { sql } from './sql.ts';

/** A message of PostgreSQL's protocol: its letter, the length of the rest, the rest. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

const SIGNED_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDS = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));

let connected = 0;
const open = new Set<Socket>();
const server = createServer((socket) => {
  open.add(socket);
  socket.on('error', () => undefined);
  socket.once('data', () => {
    connected += 1;
    socket.end(Buffer.concat([SIGNED_IN, READY, ENDS]));
  });
});

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => {
  for (const socket of open) socket.destroy();
  return new Promise((done) => server.close(done));
});

test('a connection that ends as it becomes ready fails its statement as unavailable and does nothing else', async () => {
  const { port } = server.address() as AddressInfo;
  const db = openPool({ url: `postgres://fairpot@127.0.0.1:${port}/postgres?sslmode=disable`, maxConnections: 1 });
  for (let n = 0; n < 3; n += 1) await expect(db.one(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.transaction(() => Promise.resolve())).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(connected).toBe(4);
  await db.close();
});

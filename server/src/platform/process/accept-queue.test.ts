/** Thousands of sockets that come back at once find room in the queue of connections, however busy the process is. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeWorld } from '../../../testing/world.ts';

/** Node's own default is 511. */
const CONNECTIONS = 1_000;
/** Before the system's second try: a dropped connection comes late, if at all. */
const WITHIN_MS = 20_000;

/** Opens all at once, and ends when the system has accepted all. */
const CLIENTS = `
  const { connect } = require('node:net');
  let open = 0;
  for (let i = 0; i < ${CONNECTIONS}; i++)
    connect(Number(process.argv[1]), '127.0.0.1', () => ++open === ${CONNECTIONS} && process.exit(0));
`;

test('connections wait in the queue while the node is busy', async () => {
  const allowed = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  expect(allowed, 'net.core.somaxconn').toBeGreaterThanOrEqual(CONNECTIONS);
  const world = await makeWorld();
  try {
    const { url } = await world.http();
    // This waits in the thread of the server, which therefore accepts nothing meanwhile.
    execFileSync(process.execPath, ['-e', CLIENTS, new URL(url).port], { timeout: WITHIN_MS });
  } finally {
    await world.close();
  }
});

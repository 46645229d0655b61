/**
 * A TCP proxy in front of the test's PostgreSQL that can hold traffic. Simulates what the network can do to a stake at the worst moment: its
 * statement, its COMMIT or the answer arrives late, but is not lost.
 */
import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';

/** `statement`: holds what is sent, from the chunk with the text on. `answer`: holds what comes back after it. */
export type StallPoint = 'statement' | 'answer';

export interface StallingProxy {
  /** The database of the given URL, through this proxy. */
  readonly url: string;
  /** Holds the connection that next sends `text`; resolves when it does. */
  hold(what: StallPoint, text: string): Promise<void>;
  /** Releases everything that is held. */
  release(): void;
  close(): Promise<void>;
}

export async function openStallingProxy(url: string): Promise<StallingProxy> {
  const { host, port, user, password, database: name } = new Client({ connectionString: url });
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let wanted: { readonly what: StallPoint; readonly text: string; readonly reached: () => void } | null = null;
  const server = createServer((client) => {
    // A host that is a folder contains the server's socket.
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    database.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => {
      if (wanted !== null && chunk.includes(wanted.text)) {
        const { what, reached } = wanted;
        wanted = null;
        const stopped = what === 'statement' ? client : database;
        stopped.pause();
        held.push(() => {
          if (what === 'statement') database.write(chunk);
          stopped.resume();
        });
        reached();
        if (what === 'statement') return;
      }
      database.write(chunk);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  const login = typeof password === 'string' ? `${user}:${password}` : (user ?? '');
  return {
    url: `postgres://${login}@127.0.0.1:${own}/${name}`,
    hold: (what, text) => new Promise((reached) => (wanted = { what, text, reached })),
    release: () => {
      for (const pass of held.splice(0)) pass();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

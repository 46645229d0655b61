/** The operator's proxy before his own site: one kind of browser is served other bytes, everyone else the client that the log names. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangedClient {
  readonly origin: string;
  stop(): Promise<void>;
}

/** `victim`: of the user agent. `change` gets the text of each script for it. */
export async function serveChangedClient(
  site: string,
  victim: RegExp,
  change: (script: string) => string,
): Promise<ChangedClient> {
  const proxy = createServer((request, response) => {
    const { url = '/', headers } = request;
    const isVictim = victim.test(headers['user-agent'] ?? '');
    fetch(`${site}${url}`, { headers: { 'user-agent': headers['user-agent'] ?? '' } }).then(
      async (answer) => {
        const bytes = Buffer.from(await answer.arrayBuffer());
        const type = answer.headers.get('content-type') ?? '';
        const body = isVictim && url.endsWith('.js') ? Buffer.from(change(bytes.toString())) : bytes;
        response.writeHead(answer.status, { 'content-type': type }).end(body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}

/** The operator's proxy before his own site: one kind of browser is served other bytes, everyone else the client that the log names. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The text that is served at `path` (with its query) instead of `text`. */
type ServedText = (text: string, path: string) => string;

export interface ChangedClient {
  readonly origin: string;
  /** Other changes from now on. */
  change(to: ServedText): void;
  /** Other site behind it from now on. */
  lead(site: string): void;
  stop(): Promise<void>;
}

const TEXTS = /^(text|application)\/(html|javascript|css|json)/;
/** Of a whole answer: a proxy sends another length, unpacked. */
const OF_ONE_HOP = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive)$/;

/** `victim`: of the user agent. `change` gets every text for it. */
export async function serveChangedClient(first: string, victim: RegExp, change: ServedText): Promise<ChangedClient> {
  let [site, changed] = [first, change];
  const proxy = createServer((request, response) => {
    const { url = '/', headers } = request;
    const agent = headers['user-agent'] ?? '';
    fetch(`${site}${url}`, { headers: { 'user-agent': agent }, redirect: 'manual' }).then(
      async (answer) => {
        const bytes = Buffer.from(await answer.arrayBuffer());
        const isText = victim.test(agent) && TEXTS.test(answer.headers.get('content-type') ?? '');
        const body = isText ? Buffer.from(changed(bytes.toString(), url)) : bytes;
        const passed = [...answer.headers].filter(([name]) => !OF_ONE_HOP.test(name));
        response.writeHead(body.equals(bytes) ? answer.status : 200, Object.fromEntries(passed)).end(body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    change: (to) => void (changed = to),
    lead: (to) => void (site = to),
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}

/** What the build writes into the first HTML of a page (first-html-plugin.ts): the app as it is before any answer of the server. */
import { QueryClientProvider } from '@tanstack/react-query';
import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { matchPath, StaticRouter } from 'react-router';
import { App } from './app.tsx';
import { queryClient } from './platform/calls/query-client.ts';
import { PAGES } from './routes.tsx';
import { titleOf } from './shell/route-change.ts';

export interface FirstHtml {
  readonly title: string;
  readonly markup: string;
}

/** The page at `path`, with its chunk loaded, for every width. Its bars are those of a session that is not known yet. */
export async function firstHtml(path: string): Promise<FirstHtml> {
  const page = PAGES.find((known) => matchPath(known.path, path));
  if (!page) throw new Error(`no page at ${path}`);
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </QueryClientProvider>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY, // smaller parts would arrive out of order, moved into place by inline scripts
      onError: (error) => void failures.push(error),
    },
  );
  const markup = await text(prelude);
  if (failures.length > 0) throw new AggregateError(failures, `${path} does not render outside a browser`);
  return { title: titleOf(page.title), markup };
}

/** Another build of the client on a site, to compare two of them in turn. The site's policy names its own, so the context has to bypass it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

/** Answers pages and files of the client from `folder`, a build of it. */
export async function serveBuild(context: BrowserContext, folder: string): Promise<void> {
  // To Chromium such a page is of no local address, and its live channel is.
  await context.grantPermissions(['local-network-access']);
  await context.route('**/*', (route, request) => {
    const { pathname } = new URL(request.url());
    // A page that a redirect leads to comes from the site, and so do its files.
    const file = join(folder, pathname);
    if (pathname.startsWith('/assets/')) return existsSync(file) ? route.fulfill({ path: file }) : route.fallback();
    if (request.resourceType() !== 'document' || /^\/(api|sim)\//.test(pathname)) return route.fallback();
    const own = join(folder, 'first', pathname === '/' ? 'index.html' : `${pathname}.html`);
    return route.fulfill({ path: existsSync(own) ? own : join(folder, 'index.html'), contentType: 'text/html' });
  });
}

/**
 * `npm run help-links`: checks that each help link shown to players still works. For an operator's daily timer: exits with 1 and lists broken links,
 * so that a person can replace them.
 */
import { HELP_LINKS } from '../contract/src/support/help.ts';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 20_000;

/** The broken links, each with the reason. Follows redirects; a page that refuses scripts (403, 429) counts as working. */
export async function deadLinks(
  links: readonly { readonly name: string; readonly href: string }[],
  timeoutMs = TIMEOUT_MS,
): Promise<string[]> {
  const found = await Promise.all(
    links.map(async ({ name, href }) => {
      try {
        const { status } = await fetch(href, { signal: AbortSignal.timeout(timeoutMs) });
        return status < 400 || status === 403 || status === 429 ? [] : [`${name}: ${href} answers ${status}`];
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        return [`${name}: ${href} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`];
      }
    }),
  );
  return found.flat();
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const dead = await deadLinks(HELP_LINKS);
  process.stdout.write(
    dead.length === 0 ? `all ${HELP_LINKS.length} addresses of help answer\n` : `${dead.join('\n')}\n`,
  );
  process.exitCode = dead.length === 0 ? 0 : 1;
}

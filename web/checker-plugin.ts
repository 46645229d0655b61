/**
 * Adds `checker.html` to the build: one file without anything to load, which verifies any site from a disk (checker/). The policy in it names the
 * hashes of its script and style, and lets it connect anywhere: the reader enters the site.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundleOne } from './bundle-one.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export function checker(): Plugin {
  return {
    name: 'fairpot:checker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async writeBundle({ dir = here('./dist') }) {
      const script = (await bundleOne('checker')).replaceAll('</script', String.raw`<\/script`).trim();
      const style = readFileSync(here('./checker/checker.css'), 'utf8')
        .replaceAll(/\s*\n\s*/g, ' ')
        .trim();
      const policy =
        `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; ` +
        "connect-src http: https:; base-uri 'none'; form-action 'none'";
      const page = readFileSync(here('./checker/checker.html'), 'utf8')
        .replace('<!-- POLICY -->', () => `<meta http-equiv="content-security-policy" content="${policy}" />`)
        .replace('<!-- STYLE -->', () => `<style>${style}</style>`)
        .replace('<!-- SCRIPT -->', () => `<script>${script}</script>`);
      writeFileSync(join(dir, 'checker.html'), page);
    },
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Adds `checker.html` to the build: one file without anything to load, which verifies any site from a disk (checker/). The policy in it names the
 * hashes of its script and style, and lets it connect anywhere: the reader enters the site.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export function checker(): Plugin {
  return {
    name: 'fairpot:checker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async writeBundle({ dir = here('./dist') }) {
      const script = (await bundled()).replaceAll('</script', String.raw`<\/script`).trim();
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

/** The script as one text, which any page may contain. */
async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    root: here('.'),
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: here('./checker/main.ts'), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  const [chunk] = output;
  if (output.length !== 1) throw new Error('the checker is more than one file');
  return chunk.code;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

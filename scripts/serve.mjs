/**
 * `npm run serve [-- PROGRAM ARGUMENTS]`: runs a program of the release (`npm run build`) in this process: the server, or `trade-worker`,
 * `chain-watcher`, `signer`, `witness` and the tools of docs/runbook.md. Installs and builds nothing. A host without this repository runs
 * `node dist/PROGRAM.mjs` (deploy/).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, fail, root } from './lib.mjs';

checkNode();
const [program = 'server', ...args] = process.argv.slice(2);
const file = join(root, 'dist', `${program}.mjs`);
if (!existsSync(join(root, 'dist'))) fail('There is no release yet: run `npm run build` first.');
if (!/^[a-z-]+$/.test(program) || program.startsWith('chunk-') || !existsSync(file)) {
  fail(`The release has no program ${program}. See docs/runbook.md, "The release".`);
}
process.argv = [process.execPath, file, ...args];
await import(pathToFileURL(file).href);

/** `npm start` and `npm run dev`: everything from a fresh clone to a running site. Ctrl-C stops all of it. */
import { buildWeb, ensureDependencies, root } from './lib.mjs';
import { spawn } from 'node:child_process';

ensureDependencies();
const dev = process.argv.includes('--dev');
if (!dev) await buildWeb();

// The launcher is TypeScript; it runs in a separate process so that this file needs nothing installed.
const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/up.ts', ...(dev ? ['--dev'] : [])], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the whole process group; here we only wait. A lone SIGTERM is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

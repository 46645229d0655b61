/** A SIGTERM to npm alone (what a service manager sends) reaches the launcher, because no shell runs in between. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const scripts = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

/** Replaces the launcher: prints that it runs, and which signal it got; ends by itself after a while. */
const LAUNCHER = `
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => { writeFileSync('got', 'SIGTERM'); process.exit(0); });
setTimeout(() => process.exit(1), 20_000);
writeFileSync('runs', '');`;

async function until(what: () => boolean): Promise<void> {
  for (const end = Date.now() + 15_000; !what(); await new Promise((go) => setTimeout(go, 20))) {
    if (Date.now() > end) throw new Error('timed out');
  }
}

test.each([
  ['start', 'start.mjs'],
  ['dev', 'start.mjs'],
  ['serve', 'serve.mjs'],
])(
  'npm run %s',
  async (name, launcher) => {
    const folder = mkdtempSync(join(tmpdir(), 'fairpot-npm-'));
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { [name]: scripts[name] } }));
    writeFileSync(join(folder, 'scripts', launcher), LAUNCHER);
    const npm = spawn('npm', ['run', name], { cwd: folder, stdio: 'ignore' });
    await until(() => existsSync(join(folder, 'runs')));
    npm.kill('SIGTERM');
    await until(() => existsSync(join(folder, 'got')));
    expect(readFileSync(join(folder, 'got'), 'utf8')).toBe('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  },
  40_000,
);

/** Each package is installed from its tarball into an empty folder, without a network, and used by the words of its README. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { filesOf, LOG_KEY, sharedLeaves, signLeaves } from '@fairpot/fairness/testing/logs';
import { formatVerifierKey, noteKey, publicKeyOf } from '@fairpot/fairness/tree/note';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bin } from './lib.mjs';
import { root } from './processes.ts';

const COMMANDS = ['fairpot-verify', 'fairpot-witness'] as const;
const NAMES = [...COMMANDS, 'fairpot-client'] as const;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
/** Enough leaves for threads (fairness/src/cli/threads.ts). */
const MANY_ROUNDS = 340;
let outside = '';

beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'fp-packages-'));
  const built = spawnSync(process.execPath, ['scripts/packages.mjs', outside], { cwd: root, encoding: 'utf8' });
  expect(built.status, built.stderr).toBe(0);
  for (const name of NAMES) {
    const folder = join(outside, 'use', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const installed = npm(folder, 'install', '--no-audit', '--no-fund', join(outside, `${name}-${version}.tgz`));
    expect(installed.status, installed.stderr).toBe(0);
  }
}, 120_000);
afterAll(() => rmSync(outside, { recursive: true, force: true }));

/** npm in a folder, with an empty cache and no network. */
function npm(folder: string, ...args: readonly string[]) {
  const env = { ...process.env, npm_config_cache: join(outside, 'cache'), npm_config_offline: 'true' };
  return spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
}
const use = (name: string) => join(outside, 'use', name);
const installed = (name: string) => join(use(name), 'node_modules', name);
const run = (name: string, ...args: readonly string[]) => npm(use(name), 'exec', '--', name, ...args);

/** The types of one file, as strictly as TypeScript can, without types of Node or a browser. */
const STRICT = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', '', '--lib', 'es2023'];
const checkTypes = (folder: string, file: string) =>
  spawnSync(bin('tsgo'), [...STRICT, file], { cwd: folder, encoding: 'utf8' });

function filesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return all.filter((path) => statSync(path).isFile());
}

describe.each(NAMES)('%s', (name) => {
  test('is alone: no dependency, no import of a room or a loader, not larger than its README says', () => {
    expect(readdirSync(join(use(name), 'node_modules')).filter((each) => !each.startsWith('.'))).toEqual([name]);
    const files = filesIn(installed(name));
    for (const file of files.filter((path) => /[.](mjs|d[.]ts)$/.test(path))) {
      const text = readFileSync(file, 'utf8');
      expect(text.match(/(from|import\()\s*['"](@fairpot|@noble|tsx|\/)[^'"]*['"]/), file).toBe(null);
    }
    const kib = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1024;
    const [, stated] = /Installed: under (\d+) KB/.exec(readFileSync(join(installed(name), 'README.md'), 'utf8')) ?? [];
    expect(kib).toBeLessThan(Number(stated));
    expect(kib, 'the README states about its size').toBeGreaterThan(Number(stated) / 2);
    // The licences of what is inside.
    expect(readFileSync(join(installed(name), 'LICENSES.txt'), 'utf8')).toContain('Permission is hereby granted');
  });

  test('has types that a strict program reads without this repository', () => {
    const example = /```ts\n([^]*?)```/.exec(readFileSync(join(installed(name), 'README.md'), 'utf8'))?.[1] ?? '';
    const given =
      'declare const text: string;\ndeclare const leaves: Uint8Array[];\n' +
      'declare const console: { log(...a: unknown[]): void; error(line: string): void };\n';
    writeFileSync(join(use(name), 'example.ts'), `${example}\n${given}export {};\n`);
    const checked = checkTypes(use(name), 'example.ts');
    expect(checked.stdout).toBe('');
    expect(checked.status).toBe(0);
  });
});

test.each(COMMANDS)('%s explains itself', (name) => {
  const { status, stdout } = run(name, '--help');
  expect(stdout).toContain(`Usage:\n  ${name} `);
  expect(status).toBe(0);
});

test.each([
  ['fairpot-verify', 'verify'],
  ['fairpot-witness', 'witness'],
])(
  '%s runs from its unpacked tarball and, as `npm run %s`, from a checkout',
  (name, script) => {
    const folder = join(outside, 'unpacked', name);
    mkdirSync(folder, { recursive: true });
    const options = { cwd: folder, encoding: 'utf8' } as const;
    expect(spawnSync('tar', ['-xzf', join(outside, `${name}-${version}.tgz`)], options).status).toBe(0);
    const unpacked = spawnSync(process.execPath, [`package/${name}.mjs`, '--help'], options);
    expect(unpacked.stdout, unpacked.stderr).toContain(`Usage:\n  ${name} `);
    const checkout = spawnSync('npm', ['run', script, '--', '--help'], { cwd: root, encoding: 'utf8' });
    expect(checkout.stdout, checkout.stderr).toContain(`Usage:\n  ${name} `);
  },
  60_000,
);

test('fairpot-client has types of calls, facts and refusals', () => {
  const folder = use('fairpot-client');
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import { connect, FairpotRefusal } from 'fairpot-client';
const fairpot = connect({ site: 'https://x.example' });
// @ts-expect-error: no such call
void fairpot.call('keys.create', {});
// @ts-expect-error: the side is missing
void fairpot.call('coinflip.create', { inventoryIds: [] });
const list = await fairpot.call('coinflip.list');
// @ts-expect-error: a number
const minbet: string = list.minbet;
// @ts-expect-error: no such topic
fairpot.follow(['support'], { onFact: () => undefined });
fairpot.follow(['coinflip'], { onFact: ({ body }) => void body.game.fair.lock });
// @ts-expect-error: no such refusal
export const wrong = new FairpotRefusal({ text: '', status: 1 }).code === 'NOPE' && minbet;
`,
  );
  expect(checkTypes(folder, 'wrong.ts').stdout).toBe('');
});

test('fairpot-verify checks the vectors that it brings, and a log with threads', () => {
  const vectors = readdirSync(join(installed('fairpot-verify'), 'vectors')).filter((file) =>
    /^(fairness|seal)/.test(file),
  );
  for (const file of vectors) {
    const { status, stdout } = run('fairpot-verify', '--vectors', `node_modules/fairpot-verify/vectors/${file}`);
    expect(stdout).toMatch(/^OK .*vectors agree/);
    expect(status).toBe(0);
  }
  const leaves = sharedLeaves(MANY_ROUNDS);
  for (const [path, bytes] of [...filesOf(leaves), ['checkpoint', signLeaves(leaves)] as const]) {
    const file = join(use('fairpot-verify'), 'log', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const whole = ['--all', '--from', 'log', '--log-key', LOG_KEY, '--threads', '2'];
  const { status, stdout, stderr } = run('fairpot-verify', ...whole);
  expect(stdout + stderr).toContain(`${MANY_ROUNDS} settled`);
  expect(status).toBe(0);
  rmSync(join(installed('fairpot-verify'), 'thread.mjs'));
  expect(run('fairpot-verify', ...whole).status, 'the threads are files of the package').toBe(1);
}, 60_000);

test('the library of fairpot-verify verifies a round', () => {
  const program =
    `import { verifyRound, QUICKNET } from 'fairpot-verify';\n` +
    `console.log(QUICKNET.periodMs, verifyRound({}).ok);\n`;
  writeFileSync(join(use('fairpot-verify'), 'round.js'), program);
  const ran = spawnSync(process.execPath, ['round.js'], { cwd: use('fairpot-verify'), encoding: 'utf8' });
  expect(ran.stdout).toBe('3000 false\n');
});

test('fairpot-witness makes its key and answers', async () => {
  const key = formatVerifierKey(noteKey('example.org/log', publicKeyOf(new Uint8Array(32).fill(7))));
  const program = join(use('fairpot-witness'), 'node_modules', '.bin', 'fairpot-witness');
  const witness = spawn(program, ['--log', key, '--listen', '127.0.0.1:0'], { cwd: use('fairpot-witness') });
  try {
    const line = await new Promise<string>((resolve) => createInterface(witness.stdout).once('line', resolve));
    const ready = JSON.parse(line) as { url: string; key: string };
    expect(ready.key).toMatch(/^[^+]+\+[0-9a-f]{8}\+/);
    expect((await fetch(`${ready.url}/add-checkpoint`, { method: 'POST', body: 'x' })).status).toBe(400);
  } finally {
    const ended = new Promise((resolve) => witness.once('exit', resolve));
    witness.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
});

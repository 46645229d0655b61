/** What the tiers of `npm test` go by, and what a developer meets while the server is being started again. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, test, vi } from 'vitest';
import { patientLogger, patientProxy } from '../web/dev-proxy.ts';
import { run } from './lib.mjs';
import { LONG } from './long.mjs';
import { programs, rooms } from './steps.mjs';

const root = join(import.meta.dirname, '..');

test('the files that are begun first, and left out of the quick tier, exist', () => {
  expect(LONG.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every test that the list of promises names exists', () => {
  const named = [
    ...readFileSync(join(root, 'docs', 'assurance.md'), 'utf8').matchAll(/`([\w\-./{},]+[.]test[.]tsx?)`/g),
  ];
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const all = named.flatMap(([, name = '']) => {
    const [, before = '', choices, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
    return choices === undefined ? [name] : choices.split(',').map((choice) => `${before}${choice}${after}`);
  });
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});

/** The first cells of the rows of each section's table, by the section's heading. Fails when rows have not as many cells as their table. */
function tablesOf(text: string): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, readonly string[]>();
  for (const section of text.split(/^## /m)) {
    const [heading = '', ...lines] = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
    expect(new Set(rows.map((cells) => cells.length)).size, heading).toBeLessThan(2);
    tables.set(
      heading,
      rows.slice(2).map(([cell = '']) => cell.trim()),
    );
  }
  return tables;
}

test('each table of the list of promises stands under its own heading', () => {
  const tables = tablesOf(readFileSync(join(root, 'docs', 'assurance.md'), 'utf8'));
  const strangers = (heading: string, own: RegExp) => tables.get(heading)?.filter((row) => !own.test(row));
  expect(strangers('Standards', /^[AD]\d+[a-z]?$/)).toEqual([]);
  expect(strangers('Threats', /^((T\d+( |$))+|-)$/)).toEqual([]);
  expect(tables.get('Windows')).toContain('View coinflip');
  expect(tables.get('Steam and its prices when they fail')).toContain('answers that take long');
});

test('every room is in a program that is checked for types, and every program exists', () => {
  const node = JSON.parse(readFileSync(join(root, 'tsconfig.node.json'), 'utf8')) as { include: readonly string[] };
  const checked = [...node.include, ...programs].map((path) => path.split('/')[0]);
  expect(rooms.filter((room) => !checked.includes(room))).toEqual([]);
  expect(programs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a step is told the processor time of what it ran, and not of what ran beside it', async () => {
  const work = 'const used = () => process.cpuUsage().user + process.cpuUsage().system; while (used() < 300_000);';
  const [busy, beside] = [{ cpuSeconds: 0 }, { cpuSeconds: 0 }];
  await run(process.execPath, ['-e', work], { tally: busy });
  await run(process.execPath, ['--version'], { tally: beside });
  if (process.platform !== 'linux') return;
  expect(busy.cpuSeconds).toBeGreaterThan(0.2);
  expect(beside.cpuSeconds).toBeLessThan(0.2);
}, 120_000);

test('what is changed: committed since the merge base, not committed, and new; not what is gone or ignored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-changed-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: folder, stdio: 'pipe' });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-qm', message);
  };
  try {
    git('init', '-qb', 'main');
    for (const name of ['same.ts', 'committed.ts', 'edited.ts', 'gone.ts']) write(name, '1');
    write('.gitignore', 'ignored.ts');
    commit('first');
    git('checkout', '-qb', 'work');
    write('committed.ts', '2');
    commit('second');
    git('checkout', '-q', 'main');
    write('elsewhere.ts', '1');
    commit('on main meanwhile');
    git('checkout', '-q', 'work');
    write('edited.ts', '2');
    write('new file.ts', '1');
    write('ignored.ts', '1');
    rmSync(join(folder, 'gone.ts'));
    const code =
      'const { changedFiles } = await import(process.argv[1]); ' +
      'console.log(JSON.stringify(changedFiles(undefined, process.argv[2])))';
    const module = join(root, 'scripts', 'changed.mjs');
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', code, module, folder], {
      encoding: 'utf8',
    });
    const { files } = JSON.parse(said) as { files: string[] };
    expect(files).toEqual(['committed.ts', 'edited.ts', 'new file.ts']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('while the server is away the development server answers 503 and writes nothing', async () => {
  const api = createHttpServer((_, answer) => answer.end('here'));
  const listen = (port: number) => new Promise<void>((done) => api.listen(port, '127.0.0.1', () => done()));
  await listen(0);
  const { port } = api.address() as AddressInfo;
  const logger = patientLogger();
  const written: string[] = [];
  const vite = await createServer({
    configFile: false,
    root: mkdtempSync(join(tmpdir(), 'fairpot-vite-')),
    customLogger: logger,
    server: {
      host: '127.0.0.1',
      port: 0,
      ws: false,
      watch: null,
      proxy: { '/api': patientProxy(`http://127.0.0.1:${port}`) },
    },
  });
  const says = vi
    .spyOn(console, 'error')
    .mockImplementation((...words: unknown[]) => void written.push(words.join(' ')));
  try {
    await vite.listen();
    const address = new URL('/api/x', vite.resolvedUrls?.local[0]);
    expect(await (await fetch(address)).text()).toBe('here');
    api.closeAllConnections();
    await new Promise((done) => api.close(done));
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await listen(port);
    expect((await fetch(address)).status, 'and goes on by itself').toBe(200);
    expect(written).toEqual([]);
  } finally {
    says.mockRestore();
    await vite.close();
    api.closeAllConnections();
    await new Promise((done) => api.close(done));
  }
});

/** Checks the lists that the tiers of `npm test` use, and the development server while the site restarts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createServer } from 'vite';
import { expect, test, vi } from 'vitest';
import { patientLogger, patientProxy } from '../web/dev-proxy.ts';
import { changedCode, changedFiles } from './changed.mjs';
import { run, withoutPrinted } from './lib.mjs';
import { LONG } from './long.mjs';
import { programs, rooms } from './steps.mjs';

const root = join(import.meta.dirname, '..');

test('the files that start first, and are left out of the quick tier, exist', () => {
  expect(LONG.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('.nvmrc names the minimum Node version of the package', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${readFileSync(join(root, '.nvmrc'), 'utf8').trim()}.0`);
});

test('every test named in the list of promises exists', () => {
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

/** The first cells of each section's table rows, by the section's heading. Fails if a row has another number of cells than its table. */
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

test('each table of the list of promises has its own heading', () => {
  const tables = tablesOf(readFileSync(join(root, 'docs', 'assurance.md'), 'utf8'));
  const strangers = (heading: string, own: RegExp) => tables.get(heading)?.filter((row) => !own.test(row));
  expect(strangers('Standards', /^[AD]\d+[a-z]?$/)).toEqual([]);
  expect(strangers('Threats', /^((T\d+( |$))+|-)$/)).toEqual([]);
  expect(tables.get('Windows')).toContain('View coinflip');
  expect(tables.get('Steam and its prices when they fail')).toContain('answers that take long');
});

test('every room is in a type-checked program, and every program exists', () => {
  const node = JSON.parse(readFileSync(join(root, 'tsconfig.node.json'), 'utf8')) as { include: readonly string[] };
  const checked = [...node.include, ...programs].map((path) => path.split('/')[0]);
  expect(rooms.filter((room) => !checked.includes(room))).toEqual([]);
  expect(programs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('a step gets the processor time of its own commands only', async () => {
  const work = 'const used = () => process.cpuUsage().user + process.cpuUsage().system; while (used() < 300_000);';
  const [busy, beside] = [{ cpuSeconds: 0 }, { cpuSeconds: 0 }];
  await run(process.execPath, ['-e', work], { tally: busy });
  await run(process.execPath, ['--version'], { tally: beside });
  if (process.platform !== 'linux') return;
  expect(busy.cpuSeconds).toBeGreaterThan(0.2);
  expect(beside.cpuSeconds).toBeLessThan(0.2);
}, 120_000);

/** A temporary repository with a branch `work` whose merge base with `main` has `files`; removed after `use`. */
async function inRepository(
  files: Readonly<Record<string, string>>,
  use: (folder: string, write: (name: string, text: string) => void, git: (...args: string[]) => void) => unknown,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fairpot-changed-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { cwd: folder, stdio: 'pipe' });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  try {
    git('init', '-qb', 'main');
    for (const [name, text] of Object.entries(files)) write(name, text);
    git('add', '-A');
    git('commit', '-qm', 'first');
    git('checkout', '-qb', 'work');
    await use(folder, write, git);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a message of two commands is printed once, with all its lines', () => {
  const once = new Set<string>();
  expect(withoutPrinted('a.ts(1,1): no\n  because\nb.ts(1,1): no\n', once)).toBe(
    'a.ts(1,1): no\n  because\nb.ts(1,1): no\n',
  );
  expect(withoutPrinted('b.ts(1,1): no\na.ts(1,1): no\n  because\nc.ts(1,1): no\n  because\n', once)).toBe(
    'c.ts(1,1): no\n  because\n',
  );
  expect(withoutPrinted('', once)).toBe('');
});

test('changed files are: committed since the merge base, uncommitted, and new; not deleted or ignored ones', () =>
  inRepository(
    { 'same.ts': '1', 'committed.ts': '1', 'edited.ts': '1', 'gone.ts': '1', '.gitignore': 'ignored.ts' },
    (folder, write, git) => {
      write('committed.ts', '2');
      git('commit', '-qam', 'second');
      git('checkout', '-q', 'main');
      write('elsewhere.ts', '1');
      git('add', '-A');
      git('commit', '-qm', 'on main meanwhile');
      git('checkout', '-q', 'work');
      write('edited.ts', '2');
      write('new file.ts', '1');
      write('ignored.ts', '1');
      rmSync(join(folder, 'gone.ts'));
      expect(changedFiles(undefined, folder).files).toEqual(['committed.ts', 'edited.ts', 'new file.ts']);
    },
  ));

test('a change in comments, types or white space alone does not affect execution; any other change does', () => {
  const before = {
    'comment.ts': 'export const a = 1;\n',
    'type.ts': 'export const a = (n: number) => n;\n',
    'part.tsx': 'export const A = () => <p>one</p>;\n',
    'tool.mjs': 'export const a = 1;\n',
    'string.ts': "export const a = 'a';\n",
    'text.tsx': 'export const A = () => <p>one</p>;\n',
    'number.mjs': 'export const a = 1;\n',
    'data.json': '{}',
    'broken.ts': 'const a = 1;',
  };
  return inRepository(before, async (folder, write) => {
    write('comment.ts', '/** What it is. */\nexport const a = 1; // so\n');
    write('type.ts', 'export const a = (n: 1 | 2) =>\n  n;\n');
    write('part.tsx', '/* as it was */\nexport const A = () => <p>{/* here */}one</p>;\n');
    write('tool.mjs', '//! kept by those who minify\nexport const a = 1;\n');
    write('string.ts', "export const a = '// a';\n");
    write('text.tsx', 'export const A = () => <p>// one</p>;\n');
    write('number.mjs', 'export const a = 2;\n');
    write('data.json', '{ }');
    write('broken.ts', 'const a = ;');
    write('new.ts', '// nothing\n');
    const changed = changedFiles(undefined, folder);
    expect(changed.files).toHaveLength(10);
    expect(await changedCode(changed, folder)).toEqual([
      'broken.ts',
      'data.json',
      'new.ts',
      'number.mjs',
      'string.ts',
      'text.tsx',
    ]);
  });
});

test('tests that import a changed file or are next to one come before longer ones', () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'order-'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const testOf = (file: string) =>
    `import { test } from 'vitest'; import { a } from '${file}'; test('a', () => void a);`;
  try {
    write('src/deep/changed.ts', 'export const a = 1;');
    write('src/between.ts', "export { a } from './deep/changed.ts';");
    write('server/src/demo/demo.test.ts', testOf('../../../src/between.ts'));
    write('a.test.ts', testOf('./src/between.ts'));
    write('not-felt.test.ts', "import { test } from 'vitest'; test('a', () => undefined);");
    write('src/deep/beside.test.ts', testOf('../between.ts'));
    write('z.test.ts', testOf('./src/deep/changed.ts'));
    write(
      'vitest.config.ts',
      `import { LongestFirst } from '${join(root, 'scripts', 'longest-first.ts')}';
       export default { test: { maxWorkers: 1, sequence: { sequencer: LongestFirst } } };`,
    );
    const vitest = join(root, 'node_modules', '.bin', 'vitest');
    const args = ['related', 'src/deep/changed.ts', '--run', '--reporter=json'];
    const { testResults } = JSON.parse(execFileSync(vitest, args, { cwd: folder, encoding: 'utf8' })) as {
      testResults: { name: string; startTime: number }[];
    };
    const inOrder = testResults.sort((a, b) => a.startTime - b.startTime).map(({ name }) => relative(folder, name));
    expect(inOrder.slice(0, 2).sort()).toEqual(['src/deep/beside.test.ts', 'z.test.ts']);
    expect(inOrder.slice(2)).toEqual(['server/src/demo/demo.test.ts', 'a.test.ts']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

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

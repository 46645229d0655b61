/**
 * No document, page, text or comment lets a reader fetch a package by a name that is not ours: anyone can register such a name, and then their code
 * runs on our players' machines. A command may name what package-lock.json pins, a tarball or a folder; our own packages are in no registry.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly link?: true }>>;
};

/** Runs one package: the first name counts. */
const RUNS = /(?<![\w/.-])(?:npx|bunx|(?:npm|pnpm) (?:exec|x|dlx|create|init)|yarn (?:dlx|create))\s(?=(?<rest>.*))/g;
/** Installs several. */
const INSTALLS = /(?<![\w/.-])(?:(?:npm|pnpm) (?:install|i|add)|(?:yarn|bun)(?: global)? add)\s(?=(?<rest>.*))/g;
const A_FILE = /^[./~]|\.tgz$/;
const TAKES_VALUE = new Set(['-p', '--package']);

function foreign(name: string): boolean {
  const entry = lock.packages[`node_modules/${name}`];
  return entry === undefined || entry.link === true;
}

/** The packages that the words after a command name; a flag is none. */
function namesIn(rest: string, most: number): string[] {
  // A command ends where its quote, line, list or shell command does.
  const [command = ''] = rest.split(/[`'"#;&|()<>\\]|\$\{|\s{2,}/, 1);
  const names: string[] = [];
  let left = most;
  for (const word of command.trim().split(/\s+/)) {
    const [flag = '', value = ''] = word.split('=', 2);
    if (TAKES_VALUE.has(flag)) {
      if (value !== '') names.push(value);
      left += value === '' ? 1 : 0;
    } else if (!word.startsWith('-') && left > 0) {
      names.push(word);
      left -= 1;
    }
  }
  // Without its version and the sentence's punctuation; owner/name is a repository of GitHub.
  return names.filter((name) => !A_FILE.test(name)).map((name) => name.replace(/(?<=.)@.*|[.,:!?]+$/g, ''));
}

/** Lines that fetch a package which is neither ours nor pinned. */
function findings(text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    // Arguments in a list: spawn('npx', ['name']).
    const plain = line.replaceAll(/['"],\s*\[?['"]/g, ' ');
    const runs = [...plain.matchAll(RUNS)].flatMap(({ groups }) => namesIn(groups?.['rest'] ?? '', 1));
    const installs = [...plain.matchAll(INSTALLS)].flatMap(({ groups }) => namesIn(groups?.['rest'] ?? '', Infinity));
    return [...runs, ...installs].filter(foreign).map((name) => `${at + 1}: ${name}`);
  });
}

test('every command names packages that the lock file pins', () => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root }).toString();
  const files = listed.split('\n').filter((file) => file !== '' && !/package-lock\.json$|foreign-names/.test(file));
  const found = files.flatMap((file) => {
    const bytes = readFileSync(join(root, file));
    return bytes.includes(0) ? [] : findings(bytes.toString()).map((finding) => `${file}:${finding}`);
  });
  expect(found).toEqual([]);
});

test.each([
  ['run `npx fairpot-verify ROUND.json`', 'fairpot-verify'],
  ['npx --yes fairpot-witness --site URL', 'fairpot-witness'],
  ['npm exec -- some-tool --help', 'some-tool'],
  ['npx -p some-tool tsx', 'some-tool'],
  ['npx --package=some-tool tsx', 'some-tool'],
  ['npm install fairpot-client', 'fairpot-client'],
  ['npm i -g @fairpot/fairness@latest', '@fairpot/fairness'],
  ['npm install tsx some-tool', 'some-tool'],
  ['yarn dlx some-tool, then', 'some-tool'],
  ['npx tsx a.ts && npx some-tool', 'some-tool'],
  ['npx someone/some-tool', 'someone/some-tool'],
  ['pnpm add some-tool', 'some-tool'],
  ["spawn('npx', ['some-tool'])", 'some-tool'],
])('%s names %s', (line, name) => {
  expect(findings(line)).toEqual([`1: ${name}`]);
});

test.each([
  'npx tsx a.ts',
  'npm install ./fairpot-client-VERSION.tgz',
  'npm ci && npm run build',
  'npm run verify -- R',
])('%s is allowed', (line) => {
  expect(findings(line)).toEqual([]);
});

/**
 * Checks for words that docs/style.md replaced, in what the linter does not read: documents, SQL, styles and pages. A document may quote one as code
 * (`told`).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replacedWord } from './lint/words.mjs';

const root = join(import.meta.dirname, '..');

/** These files list the words on purpose. */
const LISTS = ['docs/style.md'];

function files(): string[] {
  const patterns = ['*.md', '*.sql', '*.css', '*.html', '*.json', '*.yml'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: root });
  return listed
    .toString()
    .split('\n')
    .filter((file) => file !== '' && !LISTS.includes(file) && !file.endsWith('package-lock.json'));
}

function findings(text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const message = replacedWord(line.replaceAll(/`[^`]*`/g, ''));
    return message === null ? [] : [`${at + 1}: ${message}`];
  });
}

test('documents, SQL and styles contain none of them', () => {
  const found = files().flatMap((file) =>
    findings(readFileSync(join(root, file), 'utf8')).map((finding) => `${file}:${finding}`),
  );
  expect(found).toEqual([]);
});

test.each([`No${'body'} may`, `-- what a player is to${'ld'}`, `whoe${'ver'}`, `the fair${'-'}play page`])(
  '%s is found',
  (line) => {
    expect(findings(line)).not.toEqual([]);
  },
);

test('the button of the specification is allowed', () => {
  expect(findings('FAIR PLAY opens the Fairplay page')).toEqual([]);
});

test('a quoted name is allowed', () => {
  expect(findings(`the column \`to${'ld'}\` was renamed`)).toEqual([]);
});

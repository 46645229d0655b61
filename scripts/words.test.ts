/**
 * Checks for words that docs/style.md replaced, in what the linter does not read: documents, SQL, styles and pages. A
 * document may quote one as code (`told`). And for comments that cite a file of the repository: it exists.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { replacedWord } from './lint/words.mjs';

const root = join(import.meta.dirname, '..');

/** These files list the words on purpose. */
const LISTS = ['docs/style.md'];

function list(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: root });
  // A file that was deleted and not committed yet is still listed.
  return listed
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

function files(): string[] {
  return list('*.md', '*.sql', '*.css', '*.html', '*.json', '*.yml').filter(
    (file) => !LISTS.includes(file) && !file.endsWith('package-lock.json'),
  );
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

/** Every file by its path and by each end of it: a comment may cite `lock.ts`, `kit/lock.ts` or the whole. */
const EXISTING = new Set(
  list().flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_, from) => parts.slice(from).join('/'));
  }),
);
const COMMENT = /(?:^\s*(?:\/\*+|\*|\/\/|--)|\s(?:\/\/|--)\s)(.*)$/;
/** Not after a placeholder (`<game>/rules.ts`, `*.test.ts`), nor a name in capitals (`NNNN_name.sql`). */
const CITED =
  /(?<![\w./@*<>{$-])(?:\.{1,2}\/)*(?:[\w@-][\w.@-]*\/)*[\w-][\w.-]*\.(?:tsx?|[mc]js|sql|css|md)(?![\w/*-])/g;
const PLACEHOLDER = /[A-Z]{4,}[^/]*\.(?:mjs|sql)$/;

/** Files that comments of this file cite and that do not exist, each with its line. */
function missing(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) =>
    [...(COMMENT.exec(line)?.[1] ?? '').matchAll(CITED)]
      .map(([cited]) => cited)
      .filter((cited) => !EXISTING.has(cited) && !EXISTING.has(posix.join(posix.dirname(file), cited)))
      .filter((cited) => !PLACEHOLDER.test(cited))
      .map((cited) => `${file}:${at + 1}: ${cited}`),
  );
}

test('comments cite files that exist', () => {
  const sources = list('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.sql', '*.css');
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.flatMap((file) => missing(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ['/** See server/src/gone.ts. */', 'server/src/gone.ts'],
  ['// as in kit/gone.test.ts', 'kit/gone.test.ts'],
  [`  id text, ${'--'} (0001_gone.sql)`, '0001_gone.sql'],
])('%s is found', (line, cited) => {
  expect(missing('scripts/words.test.ts', line)).toEqual([`scripts/words.test.ts:1: ${cited}`]);
});

test.each(['// words.test.ts, scripts/words.test.ts, ./words.test.ts', '// <game>/rules.ts, *.test.ts', "'gone.ts'"])(
  '%s is allowed',
  (line) => {
    expect(missing('scripts/words.test.ts', line)).toEqual([]);
  },
);

/**
 * Shows that the lint rules fire: a fault of each rule of .oxlintrc.json is planted in a file of its own under the real configuration,
 * and so is each line below, in web/src. A rule that cannot fire protects nothing, and one that fires on what is right would be
 * switched off.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bin } from '../lib.mjs';
import { FAULTS } from './faults.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const FLOAT_MONEY = [
  'const poor = session.user.balanceUsd * 100 < price;',
  'const poor = session.user.balanceUsd < battle.priceUsd;',
  'const sum = faces.reduce((all, { priceUsd }) => all + priceUsd, 0);',
  'const sum = (user?.balanceUsd ?? 0) + 1;',
  'const sum = user?.balanceUsd - 1;',
  'const sum = user.balanceUsd! / 2;',
  'let sum = 0; sum += result.wonUsd;',
  'const lost = -statistics.netUsd;',
  'const same = settings.minbet === total;',
  'const cents = Math.round(item.priceUsd * 100);',
  'const cents = Math.round(item.priceUsd);',
  'const dollars = cents / 100;',
  'const dollars = potOf(game) / 100;',
  'const least = Math.floor(total * 0.9) + 1;',
  'const most = Math.ceil(1.1 * game.totalCents) - 1;',
  'const text = `$${item.priceUsd.toFixed(2)}`;',
  'const text = (potOf(game) / 1e2).toFixed(2);',
  'const text = result.wonUsd.toFixed(0);',
  'const text = feeCents.toLocaleString();',
  'const text = `for $${priceUsd}`;',
  'const part = <b>{result.wonUsd}</b>;',
] as const;

const LOSES_WHAT_IS_SHOWN = [
  'function View() { const { error } = useGame(); if (error) return <ErrorState error={error} />; return null; }',
  'function View() { const found = useGame(); if (found.isError) return <ErrorState />; return null; }',
  'const part = found.isError && <ErrorState error={found.error} />;',
  'const part = error ? <ErrorState error={error} /> : <Game />;',
  'const part = <NoAnswer error={error} refetch={refetch} className="h-9" />;',
  'const part = data ? <Game /> : <NoAnswer error={error} refetch={refetch} className="h-9" />;',
] as const;

const TOO_LONG = [
  `f('${'long '.repeat(30)}');`,
  `f(/${'long '.repeat(30)}/);`,
  `f(\`${'long '.repeat(30)}\`);`,
  `const part = <b title="${'long '.repeat(30)}" />;`,
] as const;

/** In two parts, because this rule also checks this file. */
const REPLACED_WORDS = [
  `// Whoe${'ver'} asks`,
  `const part = <p>To${'ld'} to the player</p>;`,
  `const text = \`any${'body'} may ${'${name}'}\`;`,
  `interface To${'ld'} { x: 1 }`,
  `f(tellOf${'Books'}(a));`,
  `// checked: he${'ld'} against the list`,
] as const;

const RIGHT = [
  'const part = !data ? <NoAnswer error={error} refetch={refetch} className="h-9" /> : <Game />;',
  'const poor = centsFromUsd(session.user.balanceUsd) < price;',
  'const sum = sumCents(faces.map(({ priceUsd }) => centsFromUsd(priceUsd)));',
  'const text = `${formatUsd(centsFromUsd(item.priceUsd))} a seat`;',
  'const part = <Money cents={centsFromUsd(result.wonUsd)} signed />;',
  'const view = { priceUsd: usd(price), wonUsd };',
  'const fee = cents(potCents - paidCents);',
  'const turn = angle * 0.5 + 360;',
  'const path = x.toFixed(3);',
  'const part = error && !data ? <ErrorState error={error} /> : <Game />;',
  'function View() { if (error && !data) return <ErrorState error={error} />; return null; }',
  `f('${'long'.repeat(30)}');`,
  `import { ${'f'.repeat(20)} } from './${'long/'.repeat(16)}f.ts';`,
  `// ${'long '.repeat(30)}`,
  `f(a); // ${'long '.repeat(30)}`,
  'const threshold = untold + retold + stale; // teller, withhold, tell apart',
] as const;

const LINES: readonly string[] = [...FLOAT_MONEY, ...LOSES_WHAT_IS_SHOWN, ...TOO_LONG, ...REPLACED_WORDS, ...RIGHT];

interface Settings {
  readonly rules: Readonly<Record<string, unknown>>;
  readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[];
}
const text = readFileSync(join(root, '.oxlintrc.json'), 'utf8');
const settings = JSON.parse(text) as Settings;

/** Covered by the typed program of the same run; planted files have no types. */
const TYPED: readonly string[] = [
  'typescript/await-thenable',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-floating-promises',
  'typescript/no-for-in-array',
  'typescript/no-implied-eval',
  'typescript/no-misused-promises',
  'typescript/no-redundant-type-constituents',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/only-throw-error',
  'typescript/prefer-promise-reject-errors',
  'typescript/restrict-plus-operands',
  'typescript/restrict-template-expressions',
  'typescript/switch-exhaustiveness-check',
  'typescript/unbound-method',
];

const PLACES: Readonly<Record<string, string>> = {
  page: 'web/src',
  proof: 'web/src/fairness',
  js: 'scripts',
  server: 'server/src/ledger',
};
const PERCENT = 'web/src/ui/values/percent.ts';
const LONG_TEST = 'server/src/ledger/long.test.ts';
const planted = new Map<string, string>([
  ...Object.entries(FAULTS).map(([key, code]) => [fileOf(key), code] as const),
  ...LINES.map((code) => [fileOfLine(code), code] as const),
  [PERCENT, 'const percent = part * 100; node.innerHTML = text;'],
  [LONG_TEST, `test('${'long '.repeat(30)}', () => undefined);\nf(sql\`${'select '.repeat(20)}\`);`],
]);

/** `rule` or `rule@place`. */
function fileOf(key: string): string {
  const [rule = '', place = 'page'] = key.split('@');
  return `${PLACES[place]}/${rule.replace('/', '-')}.${place === 'js' ? 'mjs' : place === 'server' ? 'ts' : 'tsx'}`;
}

function fileOfLine(code: string): string {
  return `web/src/lines/line-${LINES.indexOf(code)}.tsx`;
}

interface Finding {
  readonly message: string;
  readonly code?: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}
let findings: readonly Finding[];
let folder: string;

/** One run over all of them. Rules that need types are left out: the files belong to no program here. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairpot-lint-'));
  for (const [file, code] of planted) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  cpSync(join(root, 'scripts', 'lint'), join(folder, 'scripts', 'lint'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  const untyped = { ...(JSON.parse(text) as object), options: { typeAware: false } };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(untyped));
  const { stdout, stderr } = spawnSync(bin('oxlint'), ['-f', 'json'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  findings = (JSON.parse(stdout) as { diagnostics: readonly Finding[] }).diagnostics;
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Findings of our own rules at a line; other findings (undefined names) do not matter. */
const houseAt = (file: string) =>
  findings
    .filter(({ filename, code }) => filename === file && code?.startsWith('house('))
    .map(({ message }) => message);

describe('every rule', () => {
  test.each(Object.keys(FAULTS))('%s is reported at its fault', (key) => {
    const rule = key.replace(/@.*/, '').split('/').at(-1);
    const codes = findings.filter(({ filename }) => filename === fileOf(key)).map(({ code }) => code ?? '');
    expect(codes.filter((code) => code.endsWith(`(${rule})`))).not.toEqual([]);
  });

  test('has a fault here, unless it needs types', () => {
    const named = [settings, ...settings.overrides].flatMap(({ rules }) => Object.keys(rules));
    const faults = Object.keys(FAULTS).map((key) => key.replace(/@.*/, ''));
    expect([...new Set(named)].filter((rule) => !faults.includes(rule) && !TYPED.includes(rule))).toEqual([]);
  });
});

describe('the rules of the client', () => {
  test.each(FLOAT_MONEY)('money in floats is found: %s', (line) => {
    expect(houseAt(fileOfLine(line)).join()).toMatch(/Money is integer cents|Amounts are written by/);
  });

  test.each(LOSES_WHAT_IS_SHOWN)('an error shown instead of data is found: %s', (line) => {
    expect(houseAt(fileOfLine(line)).join()).toContain('Show an error only without data');
  });

  test.each(RIGHT)('accepts: %s', (line) => {
    expect(houseAt(fileOfLine(line))).toEqual([]);
  });

  test('the file that turns parts into percent may multiply by 100, but may not print HTML', () => {
    expect(houseAt(PERCENT)).toEqual(['Text goes in as text.']);
  });
});

describe('a replaced word', () => {
  test.each(REPLACED_WORDS)('is refused: %s', (line) => {
    expect(houseAt(fileOfLine(line)).join()).toContain('(docs/style.md)');
  });
});

describe('the length of a line', () => {
  test.each(TOO_LONG)('is reported for: %s', (line) => {
    expect(houseAt(fileOfLine(line)).join()).toContain('A line has at most 120 characters');
  });

  test('in a test the name may be longer, SQL may not, and the line is reported', () => {
    const reported = findings.filter(
      ({ filename, message }) => filename === LONG_TEST && message.startsWith('A line has'),
    );
    expect(reported.map(({ labels }) => labels[0]?.span.line)).toEqual([2]);
  });
});

/**
 * Shows that the client's lint rules on money and on failed refetches fire: each line below is planted in a file of
 * web/src under the real configuration. A rule that cannot fire protects nothing, and one that fires on what is right
 * would be switched off.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint, Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { beforeAll, describe, expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

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
] as const;

const RIGHT = [
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
] as const;

/** The setting of the rule for one file, as `npm test` applies it. */
async function ruleFor(file: string): Promise<Linter.RuleEntry> {
  const config = (await new ESLint({ cwd: root }).calculateConfigForFile(file)) as Linter.Config;
  return config.rules?.['no-restricted-syntax'] ?? 'off';
}

function findings(line: string, rule: Linter.RuleEntry): readonly string[] {
  const languageOptions = { parser, parserOptions: { ecmaFeatures: { jsx: true } } };
  const config = { files: ['**/*.tsx'], languageOptions, rules: { 'no-restricted-syntax': rule } };
  return new Linter().verify(line, config, 'planted.tsx').map(({ message }) => message);
}

describe('the rules of the client', () => {
  let page: Linter.RuleEntry;
  let percent: Linter.RuleEntry;
  beforeAll(async () => {
    page = await ruleFor('web/src/features/coinflip/stake/create-modal.tsx');
    percent = await ruleFor('web/src/ui/values/percent.ts');
  });

  test.each(FLOAT_MONEY)('money in floats is found: %s', (line) => {
    expect(findings(line, page).join()).toMatch(/Money is integer cents|Amounts are written by/);
  });

  test.each(LOSES_WHAT_IS_SHOWN)('an error shown over data is found: %s', (line) => {
    expect(findings(line, page).join()).toContain('Show an error only without data');
  });

  test.each(RIGHT)('nothing is wrong with: %s', (line) => {
    expect(findings(line, page)).toEqual([]);
  });

  test('the file that turns parts into percent may multiply by 100, and still prints no HTML', () => {
    expect(findings('const percent = part * 100;', percent)).toEqual([]);
    expect(findings('node.innerHTML = text;', percent)).toHaveLength(1);
  });
});

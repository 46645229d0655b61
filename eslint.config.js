/**
 * Lint rules that need no types: TypeScript's, React's, and the house's own (one clock, one randomness, one environment). The
 * rules that need types stand in .oxlintrc.json, whose program computes types natively (docs/decisions/0019-suite.md).
 */
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';

const oneSource = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Use the clock of deps.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Use the clock of deps.' },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Outcomes come from fairness/, tokens from deps.random.',
  },
  {
    selector: 'CallExpression[callee.name=/^(setTimeout|setInterval|setImmediate)$/]',
    message: 'Use clock.sleep, or a sweep.',
  },
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Settings are parsed once, in platform/process/config.ts.',
  },
  {
    selector: 'TemplateElement[value.raw=/\\b(now\\(\\)|current_timestamp|random\\(\\))/i]',
    message: 'SQL has no clock and no randomness of its own: pass them in.',
  },
];

const wireMoney =
  ':matches(MemberExpression[property.name=/Usd$|^min(bet|dep)$/], Identifier[name=/Usd$|^min(bet|dep)$/])';
const cents =
  ':matches(MemberExpression[property.name=/[cC]ents$/], Identifier[name=/[cC]ents$|^(total|pot|stake|price)$/])';
/** The operand itself, or inside `?.`, `??`, `!` or `as`. */
const operand = ':matches(ChainExpression, LogicalExpression, TSNonNullExpression, TSAsExpression)';
const useCents =
  'Money is integer cents in the client: read the wire by `centsFromUsd`, compute and compare in `Cents`.';
const useFormat = 'Amounts are written by `Money` or `formatUsd`, rates by ui/percent.ts.';

/** Money in floats, by how it looks. Shown to fire by scripts/money-lint.test.ts. */
const floatMoney = [
  ...[wireMoney, `${operand} > ${wireMoney}`, `${operand} > ${operand} > ${wireMoney}`].map((amount) => ({
    selector: `:matches(BinaryExpression, AssignmentExpression[operator!='='], UnaryExpression[operator=/^[-+]$/]) > ${amount}`,
    message: useCents,
  })),
  { selector: `CallExpression[callee.object.name='Math'] > ${wireMoney}.arguments`, message: useCents },
  { selector: 'BinaryExpression[operator=/^[*/]$/] > Literal[value=100]', message: `${useCents} ${useFormat}` },
  { selector: `BinaryExpression[operator=/^[*/]$/]:has(> Literal[raw=/[.]/]) > ${cents}`, message: useCents },
  { selector: `:matches(TemplateLiteral, JSXElement > JSXExpressionContainer) > ${wireMoney}`, message: useFormat },
  { selector: "CallExpression[callee.property.name='toFixed'][arguments.0.value=2]", message: useFormat },
  {
    selector: `CallExpression > MemberExpression.callee[property.name=/^to(Fixed|Precision|LocaleString)$/] > :matches(${wireMoney}, Identifier[name=/[cC]ents$/], MemberExpression[property.name=/[cC]ents$/]).object`,
    message: useFormat,
  },
];

const sameForEveryone = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Text goes in as text.' },
  { selector: "MemberExpression[property.name='innerHTML']", message: 'Text goes in as text.' },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Nothing on a screen is random.',
  },
];

/** A failed refetch of what is on the screen must not take it away, nor what a person has chosen there. */
const failed = ":matches(Identifier[name=/^(error|isError)$/], MemberExpression[property.name='isError'])";
const keepWhatIsShown = [
  `IfStatement:has(JSXElement) > ${failed}.test`,
  `ConditionalExpression[consequent.type='JSXElement'] > ${failed}.test`,
  `LogicalExpression[operator='&&'][right.type='JSXElement'] > ${failed}.left`,
].map((selector) => ({ selector, message: 'Show an error only without data: `error && !data`.' }));

/** Lines of code: what cannot be broken (texts, patterns, and a blank that Prettier wrote out behind a part of a page) apart. */
const line = {
  code: 120,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreRegExpLiterals: true,
  ignoreUrls: true,
  ignorePattern: "\\{' '\\}$",
};

export default ts.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '.cache/**',
      '.data/**',
      '**/test-results/**',
      '**/playwright-report/**',
      'docs/how-to/example-game/**', // linted in its place, by scripts/example-game.mjs
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-len': ['error', { ...line, ignoreComments: true }],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['server/src/**/*.ts'],
    ignores: ['server/src/platform/**', 'server/src/testing/**', 'server/src/{main,restore-log}.ts', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...oneSource] },
  },
  {
    files: ['fairness/src/**/*.ts', 'contract/src/**/*.ts'],
    ignores: ['**/*.test.ts', 'fairness/src/cli/**'],
    rules: { 'no-restricted-syntax': ['error', ...oneSource] },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    languageOptions: { globals: globals.browser },
    rules: {
      ...hooks.configs.recommended.rules,
      'react-hooks/incompatible-library': 'off', // the compiler that it speaks for is not used
      'no-restricted-imports': [
        'error',
        {
          name: 'react-router',
          importNames: ['Link', 'NavLink', 'Navigate', 'Routes', 'Form'],
          message: 'Use ui/link.tsx, useNavigate, useRoutes: these bring what nothing here uses into the first load.',
        },
      ],
      'no-restricted-syntax': ['error', ...sameForEveryone, ...floatMoney, ...keepWhatIsShown],
    },
  },
  { files: ['web/src/fairness/**/*.{ts,tsx}'], rules: { 'max-len': ['error', line] } },
  {
    files: ['web/src/ui/values/percent.ts'],
    rules: { 'no-restricted-syntax': ['error', ...sameForEveryone] },
  },
  {
    files: ['**/*.config.{ts,js}', '**/vitest.*.ts', 'e2e/lib/start-site.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
);

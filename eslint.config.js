/** Lint rules: typed TypeScript rules everywhere, and the house's own: one clock, one randomness, one environment. */
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
    message: 'Settings are parsed once, in platform/config.ts.',
  },
  {
    selector: 'TemplateElement[value.raw=/\\b(now\\(\\)|current_timestamp|random\\(\\))/i]',
    message: 'SQL has no clock and no randomness of its own: pass them in.',
  },
];

export default ts.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '.cache/**',
      '.data/**',
      '**/test-results/**',
      '**/playwright-report/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['server/src/**/*.ts'],
    ignores: ['server/src/platform/**', 'server/src/testing/**', 'server/src/main.ts', '**/*.test.ts'],
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
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Text goes in as text.' },
        { selector: "MemberExpression[property.name='innerHTML']", message: 'Text goes in as text.' },
        {
          selector: "MemberExpression[object.name='Math'][property.name='random']",
          message: 'Nothing on a screen is random.',
        },
      ],
    },
  },
  {
    files: ['**/*.config.{ts,js}', '**/vitest.*.ts', 'e2e/lib/start-site.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
);

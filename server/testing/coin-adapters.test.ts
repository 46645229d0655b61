/**
 * Adapters must not distinguish a simulator from the real service: they contain no name of a simulator, no mode of the site and no address of this
 * machine. All differences come from the settings (`config.ts`): base URLs, keys and polling intervals. So what tests and the demo show of an adapter
 * holds for the real service too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['chain-watcher/src', 'signer/src', 'server/src/gateways/rates', 'server/src/platform/coins'];
/** The settings, and the place where a process picks the interval that its settings name. */
const SETTINGS = /^(config|crypto-config|run|main)\.ts$/;
/** Names that an adapter would need for a simulator-specific branch. */
const FORBIDDEN =
  /simulat|\b_?sim\b|anvil|hardhat|\bdemo\b|\bconfig\.mode\b|\bmode [!=]==|127\.0\.0\.1|localhost|loopback|process\.env/i;

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => ({ path: `${folder}/${file}`, text: readFileSync(join(ROOT, folder, file), 'utf8') })),
);
/** What every worker's main.ts runs in. */
const WORKER = 'server/src/platform/process/worker.ts';
const worker: Source = { path: WORKER, text: readFileSync(join(ROOT, WORKER), 'utf8') };
const isSettings = ({ path }: Source) => SETTINGS.test(basename(path));

/** Lines of code, without comments, that could distinguish a simulator from the real service. */
function forbiddenLines({ path, text }: Source): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
  return code
    .split('\n')
    .filter((line) => FORBIDDEN.test(line))
    .map((line) => `${path}: ${line.trim()}`);
}

test('no adapter of chains, signer or rates names a simulator, a mode or this machine', () => {
  const adapters = sources.filter((source) => !isSettings(source));
  expect(adapters.flatMap(forbiddenLines)).toEqual([]);
  for (const name of ['tron.ts', 'bitcoin.ts', 'ethereum.ts'])
    expect(adapters.filter(({ path }) => basename(path) === name)).toHaveLength(2);
  expect(adapters.some(({ path }) => path.endsWith('rates/rates.ts'))).toBe(true);
});

/** What a process may do with the mode: read it, compare it with the database's, log it, and pick the polling interval. */
const MAY = [
  /const config = readConfig\(process\.env\)/,
  /if \(mode !== config\.mode\) \{$/,
  /this database is \$\{mode/,
  /readonly mode: 'demo' \| 'live';$/,
  /ready: true, mode: config\.mode/,
  /PACES\[config\.mode\]/,
  /export const PACES: /,
  /demo: \{ [\w: ,]+ \},$/,
];

test('outside the settings the mode affects only the polling interval', () => {
  const uses = [...sources.filter(({ path }) => /\/(main|run)\.ts$/.test(path)), worker].flatMap(forbiddenLines);
  expect(uses.filter((line) => !MAY.some((may) => may.test(line)))).toEqual([]);
  expect(uses.filter((line) => line.includes('PACES[config.mode]'))).toHaveLength(2);
});

test('the rule detects an adapter that checks', () => {
  const planted = (text: string) => forbiddenLines({ path: 'x.ts', text });
  expect(planted("if (mode === 'demo') return 1;")).toHaveLength(1);
  expect(planted("const depth = base.includes('127.0.0.1') ? 1 : 19;")).toHaveLength(1);
  expect(planted("await ask('/_sim/chains/tron/mine');")).toHaveLength(1);
  expect(planted("await rpc('anvil_mine');")).toHaveLength(1);
  expect(planted("const simulated = process.env['SIMULATORS_JSON'];")).toHaveLength(1);
  expect(planted('// as a simulator does\n/* demo */ const simple = true;')).toEqual([]);
});

/**
 * Shows that each import rule fires: a small repository with one planted violation per rule is checked with the real configuration, and the rule must
 * report it. A rule that cannot fire protects nothing.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };

/** rule -> [importing file, imported file]; the name of an imported package means the package. */
const PLANTED: Record<string, readonly [string, string]> = {
  'no-cycles': ['contract/src/a.ts', 'contract/src/b.ts'],
  'contract-alone': ['contract/src/wire/money.ts', 'server/src/platform/database/db.ts'],
  'contract-client-side': ['contract/src/wire/call.ts', 'contract/src/wire/call.schemas.ts'],
  'fairness-alone': ['fairness/src/protocol/derive.ts', 'contract/src/wire/money.ts'],
  'fairness-pure': ['fairness/src/protocol/commitment.ts', 'node:fs'],
  'catalogue-alone': ['catalogue/src/items.ts', 'contract/src/inventory/item.ts'],
  'simulators-alone': ['simulators/src/drand.ts', 'fairness/src/protocol/beacon.ts'],
  'witness-apart': ['witness/src/http.ts', 'contract/src/wire/money.ts'],
  'api-client-apart': ['api-client/src/client.ts', 'contract/src/wire/call.schemas.ts'],
  'api-client-alone': ['server/src/platform/http/calls.ts', 'api-client/src/live.ts'],
  'witness-not-in-server': ['server/src/platform/offers.ts', 'witness/src/start.ts'],
  'trade-worker-apart': ['trade-worker/src/worker.ts', 'server/src/ledger/postings.ts'],
  'trade-worker-alone': ['server/src/platform/http/offer.ts', 'trade-worker/src/steam/session.ts'],
  'chain-watcher-apart': ['chain-watcher/src/watch.ts', 'server/src/ledger/postings.ts'],
  'chain-watcher-alone': ['server/src/platform/http/chains.ts', 'chain-watcher/src/chains/tron.ts'],
  'signer-apart': ['signer/src/worker.ts', 'server/src/ledger/postings.ts'],
  'signer-alone': ['server/src/platform/http/chains.ts', 'signer/src/chains/tron.ts'],
  'web-over-the-wire': ['web/src/main.ts', 'server/src/platform/http/http.ts'],
  'web-without-schemas': ['web/src/platform/calls/api.ts', 'contract/src/chat/schemas.ts'],
  'server-not-web': ['server/src/platform/static.ts', 'web/src/shell.ts'],
  'simulators-not-in-server': ['server/src/platform/beacon.ts', 'simulators/src/start.ts'],
  'platform-knows-no-feature': ['server/src/platform/runner.ts', 'server/src/games/coinflip/commands.ts'],
  'platform-no-gateway-code': ['server/src/platform/process/deps.ts', 'server/src/gateways/steam/openid.ts'],
  'ledger-below': ['server/src/ledger/transfer.ts', 'server/src/games/kit/lock.ts'],
  'gateways-below': ['server/src/gateways/steam/api.ts', 'server/src/vault/items.ts'],
  'tests-below': ['server/testing/offers.ts', 'server/src/trades/store.ts'],
  'fixtures-for-tests': ['server/src/games/coinflip/present.ts', 'server/testing/games/coinflip/table.fixture.ts'],
  'game-fixtures-below': ['server/testing/games/coinflip/stakes.fixture.ts', 'server/src/trades/store2.ts'],
  'kit-below-games': ['server/src/games/kit/settlement/settle.ts', 'server/src/games/coinflip/store.ts'],
  'games-listed': ['server/src/games/coinflip/terms.ts', 'server/src/games/games.ts'],
  // A game that does not exist yet: the rules hold for any folder.
  'features-apart': ['server/src/games/jackpot/commands.ts', 'server/src/games/dice/queries.ts'],
  'gateway-users': ['server/src/games/coinflip/sweeps.ts', 'server/src/gateways/beacons/drand.ts'],
  'rules-pure': ['server/src/games/coinflip/rules.ts', 'server/src/games/coinflip/store2.ts'],
  'app-knows-features': ['server/src/staff/staff.ts', 'server/src/app.ts'],
  'web-below-features': ['web/src/fairness/banner.tsx', 'web/src/features/unheard-of/page.tsx'],
  'web-fairness-below-kit': ['web/src/fairness/watcher.ts', 'web/src/games-kit/watch.ts'],
  'web-trade-kit-above-games-kit': ['web/src/games-kit/offer.tsx', 'web/src/trade-kit/orders/offers.ts'],
  'web-features-apart': ['web/src/features/unheard-of/list.tsx', 'web/src/features/another/page.tsx'],
  'no-orphans': ['server/src/vault/forgotten.ts', ''],
  resolvable: ['contract/src/wire/ids.ts', './nowhere.ts'],
};

/** The same rules in a game that no file of the repository mentions, and past the doors of accounts: [rule, importing file, imported file]. */
const UNKNOWN_GAME: readonly (readonly [string, string, string])[] = [
  ['features-apart', 'server/src/games/dice-duel/commands.ts', 'server/src/games/coinflip/queries.ts'],
  ['features-apart', 'server/src/games/coinflip/bots.ts', 'server/src/games/dice-duel/rules.ts'],
  ['features-apart', 'server/src/trades/tokens.ts', 'server/src/accounts/store.ts'],
  ['kit-below-games', 'server/src/games/kit/pots.ts', 'server/src/accounts/sessions.ts'],
  ['kit-below-games', 'server/src/games/kit/rounds.ts', 'server/src/games/dice-duel/store.ts'],
  ['platform-knows-no-feature', 'server/src/platform/live/relay.ts', 'server/src/games/dice-duel/present.ts'],
  ['ledger-below', 'server/src/vault/items.ts', 'server/src/games/dice-duel/store.ts'],
  ['gateways-below', 'server/src/gateways/beacons/beacons.ts', 'server/src/games/dice-duel/store.ts'],
  ['gateway-users', 'server/src/games/dice-duel/sweeps.ts', 'server/src/gateways/beacons/drand.ts'],
  ['games-listed', 'server/src/games/dice-duel/queries.ts', 'server/src/games/games.ts'],
  ['web-below-features', 'web/src/trade-kit/orders/row.tsx', 'web/src/features/dice-duel/page.tsx'],
];

/** Files that only import types: a cycle of two, and a pair without one. */
const TYPES: readonly (readonly [string, string])[] = [
  ['contract/src/dice/calls.ts', 'contract/src/dice/schemas.ts'],
  ['contract/src/dice/schemas.ts', 'contract/src/dice/calls.ts'],
  ['contract/src/dice/views.ts', 'contract/src/dice/schemas.ts'],
];

let repo = '';
let fired = new Map<string, Set<string>>();

function plant(path: string, text: string): void {
  const full = join(repo, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text, { flag: 'a' });
}

function relative(from: string, to: string): string {
  if (!to.includes('.ts') || to.startsWith('.')) return to;
  return `${'../'.repeat(from.split('/').length - 1)}${to}`;
}

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  repo = mkdtempSync(join(root, '.cache', 'arrows-'));
  cpSync(join(root, '.dependency-cruiser.cjs'), join(repo, '.dependency-cruiser.cjs'));
  cpSync(join(root, 'tsconfig.base.json'), join(repo, 'tsconfig.base.json'));
  for (const [from, to] of [...Object.values(PLANTED), ...UNKNOWN_GAME.map(([, from, to]) => [from, to] as const)]) {
    plant(from, to === '' ? 'export const alone = 1;\n' : `import '${relative(from, to)}';\n`);
    if (to.includes('.ts') && !to.startsWith('.')) plant(to, 'export const here = 1;\n');
  }
  plant('contract/src/b.ts', "import './a.ts';\n");
  plant('web/src/features/dice/modals.ts', "export const load = () => import('./dice-modal.ts');\n");
  plant('web/src/features/dice/dice-modal.ts', "import './modals.ts';\n");
  for (const [from, to] of TYPES) {
    plant(from, `import type { Here } from '${relative(from, to)}';\nexport type There = Here;\n`);
  }
  const rooms = [
    'contract',
    'fairness',
    'catalogue',
    'simulators',
    'witness',
    'api-client',
    'trade-worker',
    'chain-watcher',
    'signer',
    'server',
    'web',
  ];
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...rooms];
  const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'depcruise'), args, {
    cwd: repo,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const report = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  fired = new Map(config.forbidden.map(({ name }) => [name, new Set<string>()]));
  for (const violation of report.summary.violations) fired.get(violation.rule.name)?.add(violation.from);
}, 60_000);

afterAll(() => rmSync(repo, { recursive: true, force: true }));

describe('each import rule', () => {
  test.each(config.forbidden.map(({ name }) => name))('%s fires on its planted violation', (name) => {
    const planted = PLANTED[name];
    expect(planted, 'plant a violation for this rule').toBeDefined();
    expect([...(fired.get(name) ?? [])]).toContain(planted?.[0]);
  });

  test('type imports count as a cycle, but a type import from schemas does not load them', () => {
    expect([...(fired.get('no-cycles') ?? [])]).toContain('contract/src/dice/calls.ts');
    expect([...(fired.get('no-cycles') ?? [])]).not.toContain('contract/src/dice/views.ts');
    expect([...(fired.get('contract-client-side') ?? [])]).not.toContain('contract/src/dice/views.ts');
  });

  test('a lazy import counts as a cycle', () => {
    expect([...(fired.get('no-cycles') ?? [])]).toContain('web/src/features/dice/dice-modal.ts');
  });

  test.each(UNKNOWN_GAME)('%s holds for a game that no file mentions: %s', (name, from) => {
    expect([...(fired.get(name) ?? [])]).toContain(from);
  });
});

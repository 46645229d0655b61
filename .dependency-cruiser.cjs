/**
 * Who may import whom: one rule per arrow of docs/architecture.md. Each is shown to fire on a planted violation by
 * scripts/arrows.test.ts.
 */
const test = '[.](test|fixture)[.]tsx?$';
// Every folder under games/ but the kit is a game, whatever its name.
const features =
  'accounts|breakers|chat|collusion|crypto|demo|market|notifications|operations|profile|promo|protection|share|solvency|staff|support|trades|transparency|withdrawals|games/(?!kit/)[^/]+';
// What the server alone loads of the contract: `<feature>/schemas.ts`, `<folder>/<name>.schemas.ts`.
const schemas = '^contract/src/.+[/.]schemas[.]ts$';
// What features see of each other: the door, and of accounts, which all of them need, the modules that answer one question each.
const doors =
  '^server/src/(?:[^/]+/front|accounts/(?:barred|closing-store|days|keys/keys|links|names|open-stakes|own-sessions|people|results|steam-inventory))[.]ts$';
const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'A cycle means that two files are one.',
      {},
      // Types and lazy imports count: who opens a window registers it, and the window does not import that.
      { circular: true },
    ),
    forbid(
      'contract-alone',
      'The contract depends on zod only.',
      { path: '^contract/' },
      { path: '^(fairness|catalogue|server|web|simulators|witness|e2e|bench)/' },
    ),
    forbid(
      'contract-client-side',
      'What a client loads of the contract carries no schemas: those stand in a feature’s schemas.ts, for the server.',
      { path: '^contract/src/', pathNot: [schemas, test] },
      { path: `${schemas}|node_modules/zod/`, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'fairness-alone',
      'Fairness is pure and stands alone.',
      { path: '^fairness/' },
      { path: '^(contract|catalogue|server|web|simulators|witness|e2e|bench)/' },
    ),
    forbid(
      'fairness-pure',
      'No I/O in fairness outside its CLI.',
      { path: '^fairness/src/', pathNot: `^fairness/src/cli/|${test}` },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'catalogue-alone',
      'The catalogue is data and drawing.',
      { path: '^catalogue/' },
      { path: '^(contract|fairness|server|web|simulators|witness|e2e|bench)/' },
    ),
    forbid(
      'simulators-alone',
      'A simulator speaks the wire and imports none of our code.',
      { path: '^simulators/' },
      { path: '^(contract|fairness|server|web|witness|e2e|bench|catalogue/src)/' },
    ),
    forbid(
      'witness-apart',
      'A witness is somebody else’s: it shares the arithmetic with the site and nothing more.',
      { path: '^witness/' },
      { path: '^(contract|catalogue|server|web|simulators|e2e|bench)/' },
    ),
    forbid(
      'api-client-apart',
      'The client of strangers knows the site by its contract alone, and carries no schemas.',
      { path: '^api-client/src/', pathNot: test },
      { path: `^(fairness|catalogue|server|web|simulators|witness|e2e|bench)/|${schemas}|node_modules/zod/` },
    ),
    forbid(
      'api-client-alone',
      'No room imports the package of strangers.',
      { path: '^(contract|fairness|catalogue|server|web|simulators|witness)/' },
      { path: '^api-client/' },
    ),
    forbid(
      'witness-not-in-server',
      'Only tests start a witness in-process; the server speaks to one over the wire.',
      { path: '^server/src/', pathNot: test },
      { path: '^witness/' },
    ),
    forbid(
      'trade-worker-apart',
      'The trade worker meets the site in the database: it shares the platform and the contract, no feature.',
      { path: '^trade-worker/', pathNot: test },
      { path: '^(fairness|catalogue|web|simulators|witness|e2e|bench)/|^server/src/(?!platform/)' },
    ),
    forbid(
      'trade-worker-alone',
      'No room imports the process that holds credentials.',
      { path: '^(contract|fairness|catalogue|server|web|simulators|witness)/' },
      { path: '^trade-worker/' },
    ),
    forbid(
      'chain-watcher-apart',
      'The chain watcher meets the site in the database: ' +
        'it shares the platform, the contract and how the outside is called.',
      { path: '^chain-watcher/', pathNot: test },
      {
        path: '^(fairness|catalogue|web|simulators|witness|trade-worker|e2e|bench)/|^server/src/(?!platform/|gateways/(?:bounded-fetch|node-http)[.]ts$)',
      },
    ),
    forbid(
      'chain-watcher-alone',
      'No room imports the watcher.',
      { path: '^(contract|fairness|catalogue|server|web|simulators|witness|trade-worker)/' },
      { path: '^chain-watcher/' },
    ),
    forbid(
      'signer-apart',
      'The signer meets the site in the database: ' +
        'it shares the platform, the contract, how the outside is called, and the text that proves a key.',
      { path: '^signer/', pathNot: test },
      {
        path: '^fairness/src/(?!reserves/signatures[.]ts$)|^(catalogue|web|simulators|witness|trade-worker|chain-watcher|e2e|bench)/|^server/src/(?!platform/|gateways/(?:bounded-fetch|node-http)[.]ts$)',
      },
    ),
    forbid(
      'signer-alone',
      'No room imports the process that holds keys.',
      { path: '^(contract|fairness|catalogue|server|web|simulators|witness|trade-worker|chain-watcher)/' },
      { path: '^signer/' },
    ),
    forbid(
      'web-over-the-wire',
      'The browser reaches the server over the wire only.',
      { path: '^web/' },
      { path: '^(server|simulators|witness|e2e|bench)/' },
    ),
    forbid(
      'web-without-schemas',
      'Schemas are types to the browser, which validates nothing with them. Tests make answers from them.',
      { path: '^web/src/', pathNot: test },
      { path: `${schemas}|node_modules/zod/`, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'server-not-web',
      'The server serves the built client; it does not import it.',
      { path: '^server/' },
      { path: '^(web|e2e|bench)/' },
    ),
    forbid(
      'simulators-not-in-server',
      'Only tests start simulators in-process.',
      { path: '^server/src/', pathNot: test },
      { path: '^simulators/' },
    ),
    forbid(
      'platform-knows-no-feature',
      'The platform is below everything.',
      { path: '^server/src/platform/', pathNot: test },
      { path: `^server/src/(ledger|vault|games|app[.]ts|${features})` },
    ),
    forbid(
      'platform-no-gateway-code',
      'The platform says what a gateway must do, and sees none.',
      { path: '^server/src/platform/', pathNot: test },
      { path: '^server/src/gateways/' },
    ),
    forbid(
      'ledger-below',
      'Ledger and vault see the platform only.',
      { path: '^server/src/(ledger|vault)/', pathNot: test },
      { path: `^server/src/(games|gateways|${features})/` },
    ),
    forbid(
      'gateways-below',
      'Gateways see the platform only.',
      { path: '^server/src/gateways/', pathNot: test },
      { path: `^server/src/(ledger|vault|games|${features})/` },
    ),
    forbid(
      'tests-below',
      'What tests of every room use, and tests and fixtures of the rooms below, know no game and no feature: ' +
        'what needs one stands in testing/stages, in testing/plans, or with the highest room that it needs.',
      {
        path: ['^server/(src|testing)/(platform|ledger|vault|gateways)/', '^server/testing/[^/]+[.]ts$'],
        pathNot: '^server/testing/[^/]+[.]test[.]ts$',
      },
      { path: `^server/src/(games|app[.]ts|${features})|^server/testing/(games/|plans/|stages/|(${features})/)` },
    ),
    forbid(
      'fixtures-for-tests',
      'What runs on a site imports nothing that is made for tests: that stands on what tests alone may do.',
      { path: '^[^/]+/src/', pathNot: `${test}|/testing/` },
      { path: '[.]fixture[.]tsx?$|^server/testing/' },
    ),
    forbid(
      'game-fixtures-below',
      'A fixture of games that needs a feature stands with those of the feature.',
      { path: '^server/testing/games/.*[.]fixture[.]ts$' },
      { path: `^server/(src|testing)/(?!games/)(app[.]ts|(${features})/)` },
    ),
    forbid(
      'kit-below-games',
      'The kit knows no game.',
      { path: '^server/src/games/kit/', pathNot: test },
      { path: `^server/src/((${features})/|games/games[.]ts$)`, pathNot: doors },
    ),
    forbid(
      'games-listed',
      'Only features that tell about all games read the list; no game does.',
      { path: '^server/src/games/[^/]+/', pathNot: test },
      { path: '^server/src/games/games[.]ts$' },
    ),
    forbid(
      'features-apart',
      'Features see of each other their doors alone, and no ring of rooms comes of it (scripts/rooms.test.ts).',
      { path: `^server/src/(${features})/`, pathNot: `^server/src/demo/|${test}` },
      { path: `^server/src/(${features})/`, pathNot: ['^server/src/$1/', doors] },
    ),
    forbid(
      'gateway-users',
      'Only accounts, the public log and the kit use gateways, through ports.',
      {
        path: '^server/src/',
        pathNot: `^server/src/(gateways|accounts|transparency|games/kit|platform)/|^server/src/(app|main)[.]ts$|${test}`,
      },
      { path: '^server/src/gateways/' },
    ),
    forbid(
      'rules-pure',
      'rules.ts and pricing.ts import contract, fairness and types only.',
      { path: '/(rules|pricing)[.]ts$' },
      { path: '^server/', pathNot: '/(rules|pricing)[.]ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'app-knows-features',
      'Only app.ts lists the features.',
      {
        path: '^server/src/',
        pathNot: `^server/src/(main|restore-log|make-admin|reserves)[.]ts$|${test}`,
      },
      { path: '^server/src/app[.]ts$' },
    ),
    forbid(
      'web-below-features',
      'What features stand on knows none of them; routes and shell hand in what belongs on their pages.',
      { path: '^web/src/(platform|ui|fairness|games-kit|results-kit|trade-kit|emoji-kit|ticket-kit)/', pathNot: test },
      { path: '^web/src/features/' },
    ),
    forbid(
      'web-fairness-below-kit',
      'The kit calls the watcher; the watcher calls neither kit nor shell.',
      { path: '^web/src/(platform|ui|fairness)/', pathNot: test },
      { path: '^web/src/(games-kit|shell)/' },
    ),
    forbid(
      'web-trade-kit-above-games-kit',
      'Trades are shown with the parts that games have; no game’s part knows of trades.',
      { path: '^web/src/(platform|ui|fairness|games-kit|results-kit)/', pathNot: test },
      { path: '^web/src/trade-kit/' },
    ),
    forbid(
      'web-features-apart',
      'Features never import each other, whatever they are called.',
      { path: '^web/src/features/([^/]+)/', pathNot: test },
      { path: '^web/src/(features|shell)/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'no-orphans',
      'A file that nothing imports is dead.',
      { orphan: true, path: '/src/', pathNot: `${test}|[.]d[.]ts$|/main[.]tsx?$|/testing/` },
      {},
    ),
    // The example imports the package as its reader has it: installed.
    forbid(
      'resolvable',
      'Every import leads somewhere.',
      { pathNot: '^api-client/package/examples/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

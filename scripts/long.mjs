/**
 * The test files that take ten seconds or more of one worker on an idle machine, longest first in each room. Every run starts them first
 * (longest-first.ts), and `npm test -- quick` leaves them out. Checked by suite.test.ts.
 */
export const LONG = [
  'server/src/demo/demo.test.ts', // 90
  'server/testing/plans/plans.test.ts', // 80
  'server/src/transparency/reports/reports.test.ts', // 50
  'server/src/demo/battle-bots.test.ts', // 40
  'server/src/transparency/restore/restore-log.test.ts', // 30
  'server/src/transparency/log.test.ts', // 13
  'server/src/transparency/witnesses/witnessing.test.ts', // 13
  'server/src/games/lock.test.ts', // 12
  'server/src/platform/database/embedded-postgres.test.ts', // 11
  'server/src/games/casebattle/races.test.ts', // 11
  'trade-worker/src/faults.test.ts', // 24
  'chain-watcher/src/audit.test.ts', // 22
  'chain-watcher/src/kill.test.ts', // 11
  'fairness/src/cli/cli.test.ts', // 20
  'fairness/src/batch/outputs.test.ts', // 12
];

/**
 * The order of the test files: with several workers, the time that a run takes is decided by what is begun last, so the
 * longest files are begun first. Vitest would do the same from its cache of earlier runs, which a clean checkout has not.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Exported for suite.test.ts. Files of ten seconds and more, longest first; the seconds are what one worker takes on an idle machine. */
export const LONG: readonly string[] = [
  'server/src/demo/demo.test.ts', // 90
  'server/src/testing/plans/plans.test.ts', // 80
  'server/src/transparency/reports/reports.test.ts', // 50
  'server/src/demo/battle-bots.test.ts', // 40
  'server/src/transparency/restore/restore-log.test.ts', // 30
  'server/src/transparency/log.test.ts', // 13
  'server/src/transparency/witnesses/witnessing.test.ts', // 13
  'server/src/games/lock.test.ts', // 12
  'trade-worker/src/faults.test.ts', // 24
  'chain-watcher/src/audit.test.ts', // 22
  'fairness/src/cli/cli.test.ts', // 20
  'fairness/src/batch/outputs.test.ts', // 12
  'bench/lib/outcomes/outcomes.test.ts', // 12
];

/** Rooms by the time their tests take: a worker stays with a room as long as it can, because it has loaded its modules. */
const ROOMS: readonly string[] = ['server', 'fairness', 'bench', 'simulators'];

export class LongestFirst extends BaseSequencer {
  /** Room after room, as vitest wants the files of a project together; in each room the long files first. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const inGroups = await super.sort(files);
    return inGroups
      .map((file, at) => ({ file, at, rank: rankOf(relative(root, file.moduleId), file.project.name) }))
      .sort((a, b) => a.rank.room - b.rank.room || a.rank.long - b.rank.long || a.at - b.at)
      .map(({ file }) => file);
  }
}

function rankOf(path: string, room: string): { readonly room: number; readonly long: number } {
  const last = (at: number) => (at === -1 ? Number.MAX_SAFE_INTEGER : at);
  return { room: last(ROOMS.indexOf(room)), long: last(LONG.indexOf(path.replaceAll('\\', '/'))) };
}

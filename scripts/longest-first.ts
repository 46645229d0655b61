/**
 * The order of the test files. With several workers, the duration of a run depends on what starts last, so the longest files start first. Vitest
 * would do the same from its cache of earlier runs, which a clean checkout lacks. When testing a change, files that import a changed file directly or
 * are next to one come before all others.
 */
import { dirname, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG } from './long.mjs';

/** Rooms by the duration of their tests: a worker stays with a room as long as it can, because it has loaded its modules. */
const ROOMS: readonly string[] = ['server', 'fairness', 'bench', 'simulators'];

export class LongestFirst extends BaseSequencer {
  /** Room by room, because vitest wants the files of a project together; in each room the long files first. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, related = [] } = this.ctx.config;
    const inGroups = await super.sort(files);
    return inGroups
      .map((file, at) => ({
        file,
        at,
        far: isNear(file, related) ? 0 : 1,
        rank: rankOf(relative(root, file.moduleId), file.project.name),
      }))
      .sort((a, b) => a.far - b.far || a.rank.room - b.rank.room || a.rank.long - b.rank.long || a.at - b.at)
      .map(({ file }) => file);
  }
}

/** Vitest has parsed the imports of each test, to find those affected by a change. */
function isNear({ moduleId, project }: TestSpecification, changed: readonly string[]): boolean {
  const { moduleGraph } = project.vite.environments.ssr;
  return changed.some(
    (file) =>
      dirname(file) === dirname(moduleId) ||
      [...(moduleGraph.getModuleById(file)?.importers ?? [])].some((importer) => importer.id === moduleId),
  );
}

function rankOf(path: string, room: string): { readonly room: number; readonly long: number } {
  const last = (at: number) => (at === -1 ? Number.MAX_SAFE_INTEGER : at);
  return { room: last(ROOMS.indexOf(room)), long: last(LONG.indexOf(path.replaceAll('\\', '/'))) };
}

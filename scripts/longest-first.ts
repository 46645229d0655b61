/**
 * The order of the test files: with several workers, the time that a run takes is decided by what is begun last, so the
 * longest files are begun first. Vitest would do the same from its cache of earlier runs, which a clean checkout has not.
 * Of the tests of a change those come before all others that import a changed file themselves, or stand beside one.
 */
import { dirname, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG } from './long.mjs';

/** Rooms by the time their tests take: a worker stays with a room as long as it can, because it has loaded its modules. */
const ROOMS: readonly string[] = ['server', 'fairness', 'bench', 'simulators'];

export class LongestFirst extends BaseSequencer {
  /** Room after room, as vitest wants the files of a project together; in each room the long files first. */
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

/** Vitest has read what each test imports, to find those that a change reaches. */
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

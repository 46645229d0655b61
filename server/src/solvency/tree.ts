/** A tree over liabilities in its stored form: built inline if it is small, in its own thread otherwise. */
import { Worker } from 'node:worker_threads';
import { leavesFor, type Liability } from '@fairpot/fairness/solvency/commitments';
import type { LiabilitySums } from '@fairpot/fairness/solvency/sums';
import { tilesOver, type SumTile } from '@fairpot/fairness/solvency/sum-tiles';

export interface BuiltTree {
  readonly depth: number;
  readonly root: Uint8Array;
  readonly sums: LiabilitySums;
  readonly tiles: readonly SumTile[];
}

/** The messages to and from the thread (tree-thread.ts). */
export type TreeRequest =
  | { readonly ask: 'page'; readonly liabilities: readonly Liability[] }
  | { readonly ask: 'build'; readonly seed: Uint8Array };
export type TreeAnswer = BuiltTree | { readonly error: string };

/** Hashing this many takes tens of milliseconds: less than starting a thread. */
const SMALL = 500;
const PAGE = 5_000;

/** A thread starts without the TypeScript loader, so it is registered first. */
const THREAD = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./tree-thread.ts', import.meta.url).href)});
})`;

/** The tree of these liabilities and this seed. Pure. */
export function buildTree(liabilities: readonly Liability[], seed: Uint8Array): BuiltTree {
  const leaves = leavesFor(seed, liabilities);
  const { tiles, root } = tilesOver(leaves);
  return { depth: Math.log2(leaves.length), root: root.hash, sums: root.sums, tiles };
}

/** The same without blocking the server. Rejects when the signal aborts. */
export function buildTreeAside(
  liabilities: readonly Liability[],
  seed: Uint8Array,
  signal: AbortSignal,
): Promise<BuiltTree> {
  return liabilities.length <= SMALL
    ? Promise.resolve(buildTree(liabilities, seed))
    : buildInThread(liabilities, seed, signal);
}

async function buildInThread(
  liabilities: readonly Liability[],
  seed: Uint8Array,
  signal: AbortSignal,
): Promise<BuiltTree> {
  signal.throwIfAborted();
  const worker = new Worker(THREAD, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 1_024 } });
  worker.unref();
  try {
    const answer = await new Promise<TreeAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread that builds the tree ended')));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      for (let from = 0; from < liabilities.length; from += PAGE)
        worker.postMessage({ ask: 'page', liabilities: liabilities.slice(from, from + PAGE) } satisfies TreeRequest);
      worker.postMessage({ ask: 'build', seed } satisfies TreeRequest);
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  } finally {
    await worker.terminate();
  }
}

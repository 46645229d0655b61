/**
 * The thread that builds a large tree. It receives liabilities page by page and the seed at the end, and answers with the tiles. Hashing
 * a hundred thousand leaves takes seconds, which would block the server.
 */
import { parentPort } from 'node:worker_threads';
import type { Liability } from '@fairpot/fairness/solvency/commitments';
import { buildTree, type TreeAnswer, type TreeRequest } from './tree.ts';

const all: Liability[] = [];

parentPort?.on('message', (asked: TreeRequest) => {
  if (asked.ask === 'page') return void all.push(...asked.liabilities);
  parentPort?.postMessage(answerFor(asked.seed));
});

function answerFor(seed: Uint8Array): TreeAnswer {
  try {
    return buildTree(all, seed);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

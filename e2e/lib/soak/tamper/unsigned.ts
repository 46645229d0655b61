/** The served log was changed but not the signed head; or a head differs from the one seen before. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signLeaves } from '@fairpot/fairness/testing/logs';
import { leavesOf, placeOf, rewrite, rewriteEntries, writeLog } from '../saved-log.ts';
import { Log, SIDES } from './log.ts';

export interface UnsignedChange {
  readonly name: string;
  /** Changes files below `folder`; the arguments besides `--from` and what the verifier must say. */
  readonly spoil: (folder: string, size: number) => { readonly args?: readonly string[]; readonly finding: RegExp };
}

const findingAt = (leaf: number, what: string) => ({ finding: new RegExp(`FAIL leaf ${leaf}: ${what}`) });
/** Leaves 20 and 21 exist in every log that a soak makes. */
const SOME = 20;

export const UNSIGNED: readonly UnsignedChange[] = [
  {
    name: 'an edited leaf',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) =>
        all.map((e, i) => (i === at ? e.map((b, n) => (n === 9 ? b ^ 1 : b)) : e)),
      );
      return findingAt(SOME, 'its hash is');
    },
  },
  {
    name: 'a dropped leaf',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) => all.filter((_, i) => i !== at));
      return findingAt(SOME, 'its hash is');
    },
  },
  {
    name: 'two leaves in another order',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) => [
        ...all.slice(0, at),
        ...all.slice(at, at + 2).reverse(),
        ...all.slice(at + 2),
      ]);
      return findingAt(SOME, 'its hash is');
    },
  },
  {
    name: 'a leaf short of its last byte',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) => all.map((e, i) => (i === at ? e.slice(0, -1) : e)));
      return findingAt(SOME, 'its hash is');
    },
  },
  {
    name: 'a log short of its last byte',
    spoil: (folder, size) => {
      rewrite(join(folder, placeOf(size - 1, size).path), (bytes) => bytes.slice(0, -1));
      return findingAt(size - 1, 'the bundle of entries ends within this leaf');
    },
  },
  {
    name: 'a head of fewer leaves than were seen',
    spoil: (folder, size) => {
      const leaves = leavesOf(folder, size);
      writeLog(folder, leaves.slice(0, -5));
      writeFileSync(join(folder, 'seen'), signLeaves(leaves));
      return { args: ['--seen', join(folder, 'seen')], ...findingAt(size - 5, 'the log has .* it was truncated') };
    },
  },
  {
    name: 'a head that contradicts the one seen before',
    spoil: (folder, size) => {
      const leaves = leavesOf(folder, size);
      const settled = new Log(leaves).settled(SIDES);
      writeLog(folder, leaves);
      const other = leaves.slice(0, (settled?.at.result ?? 0) + 1);
      writeFileSync(join(folder, 'seen'), signLeaves([...other.slice(1), ...other.slice(0, 1)]));
      return { args: ['--seen', join(folder, 'seen')], finding: /FAIL the first \d+ leaves hash to .* seen before/ };
    },
  },
  {
    name: 'a head signed with another key',
    spoil: (folder, size) => {
      writeFileSync(join(folder, 'checkpoint'), signLeaves(leavesOf(folder, size)));
      return { finding: /FAIL checkpoint: .*no trusted key has signed/ };
    },
  },
];

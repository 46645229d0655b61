/** What somebody has in hand: the files that differ from where the work began. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './lib.mjs';

/**
 * The merge base of HEAD with `ref` (origin/main or main when none is named), and the files that differ from it, committed
 * or not, new ones too. Paths are relative to the top; files that are gone are left out.
 */
export function changedFiles(ref, cwd = root) {
  const base = mergeBase(ref === undefined ? ['origin/main', 'main'] : [ref], cwd);
  const differing = git(cwd, 'diff', '--name-only', '--diff-filter=d', '-z', base);
  const untracked = git(cwd, 'ls-files', '--others', '--exclude-standard', '-z');
  const files = [...new Set([differing, untracked].flatMap((list) => list.split('\0')))];
  return { base, files: files.filter((file) => file !== '' && existsSync(join(cwd, file))).sort() };
}

function mergeBase(refs, cwd) {
  for (const ref of refs) {
    const found = spawnSync('git', ['merge-base', 'HEAD', ref], { cwd, encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return fail(`There is no merge base with ${refs.join(' or ')}: name a commit, as in npm test -- changed HEAD~3.`);
}

function git(cwd, ...args) {
  const done = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 100_000_000 });
  if (done.status !== 0) fail(`git ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

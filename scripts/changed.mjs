/** Finds the changed files of the current work: those that differ from its starting point, and those of them that behave differently. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fail, root } from './lib.mjs';

/**
 * The merge base of HEAD with `ref` (default: origin/main or main), and the files that differ from it, committed or not, including new ones. Paths
 * are relative to the top; deleted files are left out.
 */
export function changedFiles(ref, cwd = root) {
  const base = mergeBase(ref === undefined ? ['origin/main', 'main'] : [ref], cwd);
  const differing = git(cwd, 'diff', '--name-only', '--diff-filter=d', '-z', base);
  const untracked = git(cwd, 'ls-files', '--others', '--exclude-standard', '-z');
  const files = [...new Set([differing, untracked].flatMap((list) => list.split('\0')))];
  return { base, files: files.filter((file) => file !== '' && existsSync(join(cwd, file))).sort() };
}

const LOADERS = { '.ts': 'ts', '.tsx': 'tsx', '.mjs': 'js', '.cjs': 'js', '.css': 'css' };

/** The files among these whose change affects execution: not comments, types or white space. */
export async function changedCode({ base, files }, cwd = root) {
  // Imported here because everything is installed by now, which may not hold when this file is loaded.
  const { transform } = await import('esbuild');
  const codeOf = (text, loader) =>
    transform(text, { loader, jsx: 'automatic', minifyWhitespace: true, legalComments: 'none' }).then(
      ({ code }) => code,
    );
  const isCode = async (file) => {
    const loader = LOADERS[extname(file)];
    const before = spawnSync('git', ['show', `${base}:${file}`], { cwd, encoding: 'utf8', maxBuffer: 100_000_000 });
    if (loader === undefined || before.status !== 0) return true;
    const after = readFileSync(join(cwd, file), 'utf8');
    // Unreadable code counts as changed: the tests will report it.
    const both = await Promise.all([codeOf(before.stdout, loader), codeOf(after, loader)]).catch(() => [0, 1]);
    return both[0] !== both[1];
  };
  const kept = await Promise.all(files.map(isCode));
  return files.filter((_, at) => kept[at]);
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

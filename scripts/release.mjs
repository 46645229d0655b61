/**
 * `npm run release -- VERSION [--into FOLDER] [--without-client]`: makes a release of a clean checkout: version and CHANGELOG in one commit, then the
 * programs, the packages, the list of parts (SBOM) and their checksums in FOLDER (.cache/releases/VERSION), then a signed tag that names the checksums.
 * The tag comes last: where there is one, everything else was made. Pushes and publishes nothing. `--without-client` is for tests.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root, say } from './lib.mjs';

const SUMS = 'SHA256SUMS';
/** The newest migration that the nodes of the last release know. */
const RULE = 'server/testing/migration-rule.test.ts';
const UNRELEASED = '## Unreleased\n';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { into: { type: 'string' }, 'without-client': { type: 'boolean' } },
});
const [version = ''] = positionals;
const tag = `v${version}`;

const text = (path) => readFileSync(join(root, path), 'utf8');
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Runs a step with its output; ends the release when it fails. */
function step(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) fail(`The release stops: ${command} ${args.join(' ')} failed.`);
}

function change(path, from, to) {
  const before = text(path);
  if (before.search(from) < 0) fail(`The release stops: ${path} has no ${from}.`);
  writeFileSync(join(root, path), before.replace(from, to));
}

/** Why this checkout cannot be released as `version`; null: it can. */
function obstacle() {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Usage: npm run release -- VERSION, such as 0.2.0.';
  const { version: current } = JSON.parse(text('package.json'));
  if (!isNewer(version, current)) return `${version} is not newer than ${current}.`;
  if (git('status', '--porcelain').stdout !== '') return 'The checkout has changes that are not committed.';
  if (git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}`).status === 0) return `There is a tag ${tag}.`;
  if (git('config', 'user.signingkey').status !== 0)
    return 'Tags are signed: set user.signingkey of git (docs/deployment.md).';
  const [, news = ''] = text('CHANGELOG.md').split(UNRELEASED);
  return news.split('\n## ')[0].trim() === '' ? 'CHANGELOG.md says nothing under Unreleased.' : null;
}

function isNewer(one, other) {
  const [ours, theirs] = [one, other].map((each) => each.split('.').map(Number));
  const at = ours.findIndex((part, i) => part !== theirs[i]);
  return at !== -1 && ours[at] > theirs[at];
}

/** Version, CHANGELOG, and the migration up to which a later release may rely on this one. */
function writeVersion() {
  const { version: current, workspaces } = JSON.parse(text('package.json'));
  for (const folder of ['.', ...workspaces])
    change(join(folder, 'package.json'), `"version": "${current}"`, `"version": "${version}"`);
  const lock = JSON.parse(text('package-lock.json'));
  lock.version = version;
  for (const folder of ['', ...workspaces]) lock.packages[folder].version = version;
  writeFileSync(join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  change('CHANGELOG.md', UNRELEASED, `${UNRELEASED}\n## ${version}, ${new Date().toISOString().slice(0, 10)}\n`);
  const numbers = readdirSync(join(root, 'server/migrations')).map((name) => Number.parseInt(name, 10) || 0);
  change(RULE, /const RELEASED = \d+;/, `const RELEASED = ${Math.max(...numbers)};`);
}

function makeFiles(folder) {
  const name = `fairpot-${version}`;
  const client = values['without-client'] ? ['--without-client'] : [];
  step(process.execPath, 'scripts/build.mjs', '--into', join(folder, name), ...client);
  // The same bytes for the same commit.
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${committedAt()}`];
  step('tar', ...same, '--use-compress-program', 'gzip -n', '-C', folder, '-cf', join(folder, `${name}.tar.gz`), name);
  rmSync(join(folder, name), { recursive: true });
  const packages = join(folder, 'packages');
  step(process.execPath, 'scripts/packages.mjs', packages);
  for (const file of readdirSync(packages).filter((each) => each.endsWith('.tgz')))
    renameSync(join(packages, file), join(folder, file));
  rmSync(packages, { recursive: true });
  const { stdout } = spawnSync(process.execPath, ['scripts/sbom.mjs'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  writeFileSync(join(folder, 'sbom.cdx.json'), stdout);
}

const committedAt = () => git('log', '-1', '--format=%ct').stdout.trim();
const sha256 = (content) => createHash('sha256').update(content).digest('hex');

/** As `sha256sum -c` reads it. */
function writeSums(folder) {
  const names = readdirSync(folder).filter((name) => name !== SUMS);
  const lines = names.toSorted().map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, SUMS), lines.join(''));
}

const problem = obstacle();
if (problem !== null) fail(problem);
const folder = resolve(root, values.into ?? join('.cache', 'releases', version));
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty.`);
mkdirSync(folder, { recursive: true });

writeVersion();
step('git', 'commit', '--quiet', '--all', '--message', `release: ${version}`);
say(`Committed version ${version}. If a later step fails, git reset --hard HEAD~1 takes it back.`);
makeFiles(folder);
writeSums(folder);
const sums = sha256(readFileSync(join(folder, SUMS)));
step('git', 'tag', '--sign', tag, '--message', `Fairpot ${version}\n\nsha256 of ${SUMS}: ${sums}`);
say(`\nRelease ${version} is in ${folder}; the signed tag is ${tag}. To publish it: git push --follow-tags.`);

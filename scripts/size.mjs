/**
 * `npm run size`: lines of production TypeScript and of tests, files and words of documents, by room, of what git tracks. A test is a `*.test.*`, a
 * fixture, a `testing` folder, or anything in `e2e`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './lib.mjs';

const TEST = /\.(test|fixture)\.[a-z]+$|\/testing\/|^e2e\//;
const KINDS = ['production lines', 'production files', 'test lines', 'test files', 'words'];

const rooms = new Map();
for (const path of spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).stdout.split('\0')) {
  if (!/\.([cm]?[jt]s|tsx|md)$/.test(path)) continue;
  const text = readFileSync(join(root, path), 'utf8');
  if (path.endsWith('.md')) add(path, [0, 0, 0, 0, text.split(/\s+/).filter(Boolean).length]);
  else add(path, TEST.test(path) ? [0, 0, lines(text), 1, 0] : [lines(text), 1, 0, 0, 0]);
}

function lines(text) {
  return text.split('\n').length - 1;
}

/** Adds to the room of a path: its first folder, in `server/src` its first three. */
function add(path, counts) {
  const folders = path.split('/').slice(0, -1);
  const room = folders.slice(0, folders[0] === 'server' && folders[1] === 'src' ? 3 : 1).join('/') || '.';
  for (const name of [room, 'TOTAL']) {
    const before = rooms.get(name) ?? KINDS.map(() => 0);
    rooms.set(
      name,
      before.map((count, place) => count + counts[place]),
    );
  }
}

const functions = spawnSync('git', ['ls-files', 'server/functions/*.sql'], { cwd: root, encoding: 'utf8' });
const table = [...rooms].sort(([a], [b]) => Number(a === 'TOTAL') - Number(b === 'TOTAL') || (a < b ? -1 : 1));
say(['', ...KINDS].map((title, place) => title.padStart(place === 0 ? 34 : 17)).join(''));
for (const [name, counts] of table) say(name.padStart(34) + counts.map((count) => String(count).padStart(17)).join(''));
say(`SQL functions: ${functions.stdout.split('\n').filter(Boolean).length}`);

/** The reader in Python (docs/how-to/read_round.py), which shares no code with this package, agrees with its golden vectors. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const READER = join(root, 'docs/how-to/read_round.py');
const VECTORS = join(root, 'fairness/vectors/fairness-vectors.json');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const read = (file: string) => spawnSync('python3', [READER, '--vectors', file], { encoding: 'utf8' });

test('it is under 150 lines and imports the standard library only', () => {
  const text = readFileSync(READER, 'utf8');
  expect(text.split('\n').length - 1).toBeLessThan(150);
  const modules = [...text.matchAll(/^(?:import|from) (\S+)/gm)].map(([, name]) => name);
  expect(modules).toEqual(['base64', 'hashlib', 'hmac', 'itertools', 'json', 'sys', 'urllib.request']);
});

// CI has Python; a machine without it cannot run this.
test.skipIf(!hasPython && process.env['CI'] === undefined)(
  'it agrees with every vector, and not with a changed one',
  () => {
    const { status, stdout, stderr } = read(VECTORS);
    expect(stderr).toBe('');
    expect(stdout.match(/^ok /gm)).toHaveLength((JSON.parse(readFileSync(VECTORS, 'utf8')) as unknown[]).length);
    expect(status).toBe(0);
    const folder = mkdtempSync(join(tmpdir(), 'fp-python-'));
    try {
      const changed = join(folder, 'changed.json');
      writeFileSync(changed, readFileSync(VECTORS, 'utf8').replace('"winnerSide": 1', '"winnerSide": 2'));
      const found = read(changed);
      expect(found.status).toBe(1);
      expect(found.stdout).toMatch(/^FAIL vector \d+$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

/** What the site is made of: the list of its parts (SBOM), all from the registry, each with its hash. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './processes.ts';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

/** The lock file leaves out where a package of the registry is; an address is that of any other place. */
test('every package of the lock file comes from the registry and has its hash', () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(400);
  const foreign = installed.filter(
    ([, { resolved, integrity = '' }]) => resolved !== undefined || !/^sha512-/.test(integrity),
  );
  expect(foreign.map(([path]) => path)).toEqual([]);
});

test('npm run sbom lists every package that a room asks for, with its version', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, stderr).toBe(0);
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string; version: string; scope: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  expect(components.find(({ name }) => name === 'vitest')?.scope).toBe('excluded');
  const runs = components.filter(({ scope }) => scope !== 'excluded');
  const listed = new Set(runs.map(({ name, version }) => `${name}@${version}`));
  const wanted = ['server', 'web', 'fairness', 'trade-worker', 'chain-watcher', 'signer'].flatMap((room) => {
    const text = readFileSync(join(root, room, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
    return Object.entries(dependencies).filter(([name, at]) => !name.startsWith('@fairpot/') && /^\d/.test(at));
  });
  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.map((each) => each.join('@')).filter((each) => !listed.has(each))).toEqual([]);
});

/**
 * `npm run sbom`: every package of the lock file as CycloneDX 1.5, with version, licence and hash. `scope` is `excluded` for what only builds and tests
 * use. npm's own command refuses the whole tree (a tool of the tests asks for "latest") and leaves out react and zod without the tools.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const components = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, locked]) => {
    const called = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${called.replace('@', '%40')}@${locked.version}`;
    const content = Buffer.from(locked.integrity.replace('sha512-', ''), 'base64').toString('hex');
    return {
      type: 'library',
      'bom-ref': `${purl}#${path}`,
      name: called,
      version: locked.version,
      scope: locked.dev ? 'excluded' : locked.optional ? 'optional' : 'required',
      purl,
      hashes: [{ alg: 'SHA-512', content }],
      ...(locked.license && { licenses: [{ license: { name: locked.license } }] }),
    };
  });
const metadata = { component: { type: 'application', 'bom-ref': name, name, version } };
const sbom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components };
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);

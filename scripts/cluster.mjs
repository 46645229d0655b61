/**
 * `npm run cluster` and `npm run drills`: everything of a production on one machine, from a fresh clone. Installs what is missing, builds the release,
 * makes a certificate, and starts the TypeScript behind it with that certificate as trusted. Ctrl-C stops all of it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureDependencies, fail, root, run } from './lib.mjs';
import { ensureTools } from './cluster/tools.mjs';

const PROGRAMS = { cluster: 'scripts/cluster/up.ts', drills: 'drills/main.ts' };
const [name = 'cluster', ...args] = process.argv.slice(2);
if (!(name in PROGRAMS)) fail(`There is no ${name}: ${Object.keys(PROGRAMS).join(', ')}.`);

ensureDependencies();
const tools = ensureTools();
if ((await run(process.execPath, ['scripts/build.mjs'])) !== 0) fail('The release was not built; see above.');
// Drills start from nothing and leave nothing.
const folder =
  name === 'drills'
    ? mkdtempSync(join(tmpdir(), 'fairpot-drills-'))
    : resolve(process.env['FAIRPOT_DATA_DIR'] || '.data', 'cluster');
mkdirSync(folder, { recursive: true });
const certificate = makeCertificate(join(folder, 'tls'));

const child = spawn(process.execPath, ['--import', 'tsx', PROGRAMS[name], folder, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FAIRPOT_CLUSTER_TOOLS: JSON.stringify(tools), NODE_EXTRA_CA_CERTS: certificate },
});
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code, signal) => {
  if (name === 'drills' && code === 0) rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? (signal ? 1 : 0));
});

/** A certificate of this cluster alone, for localhost. Returns its path; the key is beside it. */
function makeCertificate(at) {
  const [key, made] = [join(at, 'key.pem'), join(at, 'certificate.pem')];
  if (existsSync(made)) return made;
  mkdirSync(at, { recursive: true });
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '3650'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const done = spawnSync('openssl', [...request, ...names, '-keyout', key, '-out', made], { stdio: 'ignore' });
  if (done.status !== 0) fail('openssl made no certificate.');
  return made;
}

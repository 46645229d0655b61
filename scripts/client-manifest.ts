/**
 * `tsx scripts/client-manifest.ts FOLDER [COMMIT]`: the last step of a build of the web client. Writes FOLDER/client.json: every file with its hash
 * and size, the commit of the sources unless they have changes, the hash of the lock file.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeManifest } from '../server/src/platform/http/client-build.ts';
import { root } from './processes.ts';

const [folder, commit = null] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: client-manifest FOLDER [COMMIT]');
const lockFile = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
await writeManifest(folder, { commit, lockFile });

/** An Ed25519 key in a file of its own, sealed by a passphrase: of a reviewer, or of the one who signs addresses offline. */
import { randomBytes } from 'node:crypto';
import { open, readOwn, seal, writeNew } from '../process/passphrase-box.ts';
import { newPassphrase, type Ask } from '../process/terminal.ts';
import { signerOf } from './ed25519.ts';

/** Makes one, into a file that is not there yet. Returns the public half, 64 hex digits. */
export async function makeOwnKey(file: string, purpose: string, ask: Ask): Promise<string> {
  const privateKey = randomBytes(32).toString('hex');
  writeNew(file, seal(privateKey, await newPassphrase(ask), purpose));
  return signerOf(privateKey).key;
}

/** Opens it by its passphrase. Throws BoxRefused. */
export async function openOwnKey(file: string, purpose: string, ask: Ask): Promise<ReturnType<typeof signerOf>> {
  const box = readOwn(file);
  return signerOf(open(box, await ask('Passphrase: ', true), purpose));
}

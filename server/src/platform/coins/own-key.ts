/** An Ed25519 key in its own file, encrypted with a passphrase. Used by reviewers and by the offline address signer. */
import { randomBytes } from 'node:crypto';
import { open, readPrivateFile, seal, writeNewPrivateFile } from '../process/passphrase-box.ts';
import { newPassphrase, type Prompt } from '../process/terminal.ts';
import { signerOf } from './ed25519.ts';

/** Creates a key in a new file. Fails if the file exists. Returns the public key, 64 hex digits. */
export async function makeOwnKey(file: string, purpose: string, ask: Prompt): Promise<string> {
  const privateKey = randomBytes(32).toString('hex');
  writeNewPrivateFile(file, seal(privateKey, await newPassphrase(ask), purpose));
  return signerOf(privateKey).key;
}

/** Decrypts the key with its passphrase. Throws BoxRefused. */
export async function openOwnKey(file: string, purpose: string, ask: Prompt): Promise<ReturnType<typeof signerOf>> {
  const box = readPrivateFile(file);
  return signerOf(open(box, await ask('Passphrase: ', true), purpose));
}

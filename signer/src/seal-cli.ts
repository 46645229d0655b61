/**
 * npm run signer-file: seals the signer's keys, limits and reviewers with a passphrase.
 *
 *   seal  --from PLAIN --file BOX      asks for a new passphrase; remove the plain file afterwards
 *   show  --file BOX                   prints the contents without the keys, for review
 */
import { open, readPrivateFile, seal, writeNewPrivateFile } from '@fairpot/server/platform/process/passphrase-box';
import { newPassphrase, readArgs, runCommand, type Prompt } from '@fairpot/server/platform/process/terminal';
import { SEALED_AS, signerFileOf } from './signer-file.ts';

const USAGE = 'usage: npm run signer-file -- seal --from PLAIN --file BOX, or show --file BOX';

/** Returns the text for the operator. Rejects with a readable Error; none contains a key. */
export async function signerFile(args: readonly string[], ask: Prompt): Promise<string> {
  const { command, values } = readArgs(args, ['from', 'file']);
  const { file, from } = values;
  if (file === undefined) throw new Error(USAGE);
  if (command === 'show') {
    const { keys, ...rest } = checked(open(readPrivateFile(file), await ask('Passphrase: ', true), SEALED_AS));
    return JSON.stringify({ keys: Object.keys(keys), ...rest }, null, 2);
  }
  if (command !== 'seal' || from === undefined) throw new Error(USAGE);
  const plain = readPrivateFile(from);
  checked(plain);
  writeNewPrivateFile(file, seal(plain, await newPassphrase(ask), SEALED_AS));
  return `sealed the signer's keys in ${file}; remove ${from} now`;
}

function checked(text: string) {
  const problems: string[] = [];
  const read = signerFileOf(text, problems);
  if (read === null || problems.length > 0) throw new Error(problems.join('\n'));
  return read;
}

await runCommand(import.meta.url, signerFile);

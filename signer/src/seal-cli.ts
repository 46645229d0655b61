/**
 * npm run signer-file: the signer's keys, limits and reviewers, sealed by a passphrase.
 *
 *   seal  --from PLAIN --file BOX      asks for a new passphrase; remove the plain file then
 *   show  --file BOX                   what it holds but for the keys, to be looked over
 */
import { parseArgs } from 'node:util';
import { open, readOwn, seal, writeNew } from '@fairpot/server/platform/process/passphrase-box';
import { newPassphrase, runCommand, type Ask } from '@fairpot/server/platform/process/terminal';
import { SEALED_AS, signerFileOf } from './signer-file.ts';

const USAGE = 'usage: npm run signer-file -- seal --from PLAIN --file BOX, or show --file BOX';

/** What is said to the person. Rejects with an Error in words; none holds a key. */
export async function signerFile(args: readonly string[], ask: Ask): Promise<string> {
  const text = { type: 'string' } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { from: text, file: text },
  });
  const { file, from } = values;
  const wanted = positionals.join(' ');
  if (file === undefined) throw new Error(USAGE);
  if (wanted === 'show') {
    const { keys, ...rest } = checked(open(readOwn(file), await ask('Passphrase: ', true), SEALED_AS));
    return JSON.stringify({ keys: Object.keys(keys), ...rest }, null, 2);
  }
  if (wanted !== 'seal' || from === undefined) throw new Error(USAGE);
  const plain = readOwn(from);
  checked(plain);
  writeNew(file, seal(plain, await newPassphrase(ask), SEALED_AS));
  return `the signer's keys lie sealed in ${file}; remove ${from} now`;
}

function checked(text: string) {
  const problems: string[] = [];
  const read = signerFileOf(text, problems);
  if (read === null || problems.length > 0) throw new Error(problems.join('\n'));
  return read;
}

await runCommand(import.meta.url, signerFile);

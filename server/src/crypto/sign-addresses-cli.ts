/**
 * npm run sign-addresses: runs on an offline machine, next to the wallet whose extended public keys the site has. It signs deposit
 * addresses ahead; the two files that it writes are carried to the site's machines (docs/how-to/keys.md).
 *
 *   new-key   --key-file KEY --keys KEYS.json            the first key; its public half starts KEYS.json
 *   sign      --key-file KEY --file SIGNED --network tron|bitcoin|ethereum --xpub XPUB --from 0 --count 1000
 *   next-key  --key-file OLD --new-key-file KEY --keys KEYS.json
 *                                                        another key, signed by the old one; then sign all addresses again
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { NETWORKS } from '@fairpot/contract/crypto/calls';
import { addressKeyText } from '@fairpot/contract/crypto/signatures/calls';
import { z } from 'zod';
import { makeOwnKey, openOwnKey } from '../platform/coins/own-key.ts';
import { readAddressKeys, signedLine } from '../platform/coins/signed-file.ts';
import { readArgs, runCommand, type Prompt } from '../platform/process/terminal.ts';
import { depositAddresses } from './addresses.ts';

const PURPOSE = 'fairpot address key v1';
const USAGE = 'usage: npm run sign-addresses -- new-key|sign|next-key (see server/src/crypto/sign-addresses-cli.ts)';
const OPTIONS = ['key-file', 'new-key-file', 'keys', 'file', 'network', 'xpub', 'from', 'count'] as const;
/** A mistyped count would fill the disk. */
const MAX_AT_ONCE = 1_000_000;
const Range = z.object({
  network: z.enum(NETWORKS),
  from: z.coerce.number().int().min(0),
  count: z.coerce.number().int().min(1).max(MAX_AT_ONCE),
});

/** Returns the text for the operator. Rejects with a readable Error. */
export async function signAddresses(args: readonly string[], ask: Prompt): Promise<string> {
  const { command, values } = readArgs(args, OPTIONS);
  const given = (name: keyof typeof values): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`--${name} is missing. ${USAGE}`);
    return value;
  };
  switch (command) {
    case 'new-key': {
      const [keyFile, keysFile] = [given('key-file'), given('keys')];
      const key = await makeOwnKey(keyFile, PURPOSE, ask);
      writeFileSync(keysFile, `${JSON.stringify([{ key, by: null }])}\n`, { flag: 'wx' });
      return `${key} is sealed in ${keyFile}`;
    }
    case 'next-key': {
      const [keyFile, newFile, keysFile] = [given('key-file'), given('new-key-file'), given('keys')];
      const keys = readAddressKeys(readFileSync(keysFile, 'utf8'));
      const old = await openOwnKey(keyFile, PURPOSE, ask);
      if (keys.at(-1)?.key !== old.key) throw new Error(`${keyFile} is not the newest key of ${keysFile}`);
      const key = await makeOwnKey(newFile, PURPOSE, ask);
      const all = [...keys, { key, by: old.sign(addressKeyText(key)) }];
      writeFileSync(keysFile, `${JSON.stringify(all)}\n`);
      return `${key} is sealed in ${newFile}. Sign all addresses again with it`;
    }
    case 'sign': {
      const range = Range.safeParse({ network: values.network, from: values.from ?? 0, count: given('count') });
      if (!range.success) throw new Error(USAGE);
      const { network, from, count } = range.data;
      const [keyFile, file] = [given('key-file'), given('file')];
      const addresses = depositAddresses(network, given('xpub'));
      const { sign } = await openOwnKey(keyFile, PURPOSE, ask);
      for (let index = from; index < from + count; index += 1)
        appendFileSync(file, signedLine(network, index, addresses.at(index), sign));
      return `signed ${count} addresses of ${network} from number ${from} on in ${file}`;
    }
    default:
      throw new Error(USAGE);
  }
}

await runCommand(import.meta.url, signAddresses);

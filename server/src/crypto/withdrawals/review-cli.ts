/**
 * npm run review: on a reviewer's own machine. Signs the maximum that a withdrawal may pay, with a key that only the reviewer has; it
 * uses no network. The terms are typed in or pasted from the desk, after the reviewer has checked them with the player another way.
 *
 *   new-key  --key-file KEY
 *   sign     --key-file KEY --id cwd_... --coin USDT --address T... --units 988128712
 */
import { COIN_NAMES, COINS, coinText } from '@fairpot/contract/crypto/calls';
import { payoutText } from '@fairpot/contract/crypto/withdrawals/calls';
import { CryptoWithdrawalId } from '@fairpot/contract/crypto/withdrawals/schemas';
import { z } from 'zod';
import { makeOwnKey, openOwnKey } from '../../platform/coins/own-key.ts';
import { checkPayable } from '../../platform/coins/payable.ts';
import { readArgs, runCommand, type Prompt } from '../../platform/process/terminal.ts';

const PURPOSE = 'fairpot reviewer v1';
const USAGE =
  'usage: npm run review -- new-key --key-file KEY, ' +
  'or sign --key-file KEY --id ID --coin COIN --address ADDRESS --units UNITS';
const Content = z.object({
  id: CryptoWithdrawalId,
  coin: z.enum(COIN_NAMES),
  address: z.string(),
  units: z.string().regex(/^[1-9]\d{0,39}$/),
});

/** Returns the text for the reviewer; for `sign` the JSON that the desk takes. Rejects with a readable Error. */
export async function review(args: readonly string[], ask: Prompt): Promise<string> {
  const { command, values } = readArgs(args, ['key-file', 'id', 'coin', 'address', 'units']);
  const keyFile = values['key-file'];
  if (keyFile === undefined) throw new Error(USAGE);
  if (command === 'new-key') {
    const key = await makeOwnKey(keyFile, PURPOSE, ask);
    return `${key} is sealed in ${keyFile}; add it to "reviewers" in the signer's file`;
  }
  const content = Content.safeParse(values);
  if (command !== 'sign' || !content.success) throw new Error(USAGE);
  const { id, coin, address, units } = content.data;
  const read = checkPayable(coin, address);
  if ('fault' in read || read.address !== address) throw new Error(`${address} is not an address for ${coin}`);
  const { network, decimals } = COINS[coin];
  const terms = `at most ${coinText(units, decimals)} ${coin} to ${address} on ${network}, for ${id}`;
  if ((await ask(`You sign: ${terms}.\nChecked with the player another way? (yes) `, false)) !== 'yes')
    throw new Error('nothing was signed');
  const { key, sign } = await openOwnKey(keyFile, PURPOSE, ask);
  return JSON.stringify({ withdrawalId: id, key, signature: sign(payoutText({ id, network, coin, address, units })) });
}

await runCommand(import.meta.url, review);

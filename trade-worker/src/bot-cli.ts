/**
 * npm run trade-bot: creates and seals the credentials of the trading account.
 *
 *   new-key  --key-file KEY                      writes a new key to a file that does not exist yet
 *   sign-in  --key-file KEY --file BOX [--simulator http://127.0.0.1:PORT]
 *                                                asks for name, password, Steam Guard code and identity secret
 *   seal     --key-file KEY --file BOX --from PLAIN
 *
 * Typed secrets are not echoed, and stored only in the sealed file. For scripts, answers are read from standard input, line by line, in
 * that order.
 */
import { existsSync } from 'node:fs';
import { Agent } from 'node:https';
import { isLoopback } from '@fairpot/server/platform/process/outside-urls';
import { systemClock } from '@fairpot/server/platform/process/system-ports';
import { readArgs, runCommand, type Prompt } from '@fairpot/server/platform/process/terminal';
import {
  BotCredentials,
  parseBot,
  CredentialsRefused,
  keyOf,
  newKey,
  readPrivateFile,
  refuseSameFolder,
  seal,
  writePrivateFile,
} from './credentials.ts';
import { LoopbackAgent } from './steam/loopback-agent.ts';
import { verifyToken, signIn } from './steam/sign-in.ts';

const USAGE =
  'usage: npm run trade-bot -- new-key|sign-in|seal --key-file KEY [--file BOX] [--from PLAIN] [--simulator URL]';

/** Returns the text for the operator. Rejects with CredentialsRefused, or with Steam's message. */
export async function tradeBot(args: readonly string[], ask: Prompt): Promise<string> {
  const { command, values } = readArgs(args, ['key-file', 'file', 'from', 'simulator']);
  const given = (name: keyof typeof values): string => {
    const value = values[name];
    if (value === undefined) throw new CredentialsRefused(`--${name} is missing. ${USAGE}`);
    return value;
  };
  switch (command) {
    case 'new-key': {
      const path = given('key-file');
      // Overwriting an old key would lose everything that it sealed.
      if (existsSync(path)) throw new CredentialsRefused(`${path} already exists`);
      writePrivateFile(path, `${newKey()}\n`);
      return `new key written to ${path}`;
    }
    case 'seal':
      return store(given('file'), given('key-file'), parseBot(readPrivateFile(given('from'))));
    case 'sign-in': {
      const [file, keyFile] = [given('file'), given('key-file')];
      // Checked before any secret is typed.
      keyOf(readPrivateFile(keyFile));
      refuseSameFolder(file, keyFile);
      return store(file, keyFile, await signedIn(agentOf(values.simulator), ask));
    }
    default:
      throw new CredentialsRefused(USAGE);
  }
}

async function signedIn(agent: Agent, ask: Prompt): Promise<BotCredentials> {
  const made = await signIn(agent, {
    accountName: await ask('Account name: ', false),
    password: await ask('Password: ', true),
    guardCode: (where) => ask(`Steam Guard code (${where}): `, false),
    waitsForPhone: () => process.stderr.write('Please confirm the sign-in on the phone.\n'),
  });
  const parsed = BotCredentials.safeParse({ ...made, identitySecret: await ask('Identity secret (base64): ', true) });
  if (!parsed.success) throw new CredentialsRefused('the identity secret is not base64 of 20 bytes');
  await verifyToken(agent, systemClock, made);
  return parsed.data;
}

function store(file: string, keyFile: string, bot: BotCredentials): string {
  refuseSameFolder(file, keyFile);
  writePrivateFile(file, seal(bot, keyOf(readPrivateFile(keyFile))));
  return `the credentials of ${bot.steamId} lie sealed in ${file}`;
}

function agentOf(simulator: string | undefined): Agent {
  if (simulator === undefined) return new Agent();
  if (!isLoopback(simulator)) throw new CredentialsRefused('--simulator must be an address of this machine');
  return new LoopbackAgent(Number(new URL(simulator).port));
}

await runCommand(import.meta.url, tradeBot);

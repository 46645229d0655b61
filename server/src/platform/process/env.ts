/** Reads settings: empty variables count as unset, and a secret can come from a file, as secret stores and containers provide it. */
import { readFileSync } from 'node:fs';

export type Env = Readonly<Record<string, string | undefined>>;

/** Settings that are secret, or contain a password. NAME_FILE names a file whose content is NAME. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_SETTLER_URL',
  'DATABASE_READ_URL',
  'STEAM_API_KEY',
  'STAFF_KEYS_BEFORE',
  'VAPID_PRIVATE_KEY',
  'TRADE_DATABASE_URL',
  'CHAIN_DATABASE_URL',
  'SIGNER_DATABASE_URL',
  'TRON_API_KEY',
] as const;

/**
 * The variables that are set, with the secrets that files hold. Adds to `problems` what cannot be read. Keys that already have a file setting of their
 * own (LOG_KEY_FILE, STAFF_KEY_FILE, TRADE_BOT_KEY_FILE, SIGNER_PASSPHRASE_FILE) are not read here: their readers check more.
 */
export function readEnv(env: Env, problems: string[]): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== '') set[name] = value;
  for (const name of SECRETS) {
    const file = set[`${name}_FILE`];
    if (file === undefined) continue;
    if (set[name] !== undefined) problems.push(`${name} and ${name}_FILE: set one of them`);
    else set[name] = contentOf(`${name}_FILE`, file, problems);
  }
  return set;
}

function contentOf(name: string, file: string, problems: string[]): string {
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content === '') problems.push(`${name}: the file ${file} is empty`);
    return content;
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return '';
  }
}

/**
 * The key of the public log: in a separate file (`LOG_KEY_FILE`, log-key.ts) or, in live, a setting (`LOG_KEY`). The
 * database has only its public half. Invariant: a log has one name and one key for life; a server with another key does
 * not start.
 */
import { formatCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { fromHex } from '@fairpot/fairness/encoding/bytes';
import { formatVerifierKey, noteKey, publicKeyOf, signNote } from '@fairpot/fairness/tree/note';
import { ConfigRefused } from '../platform/process/config.ts';
import type { Deps } from '../platform/process/deps.ts';
import { invariant } from '../platform/runner/refused.ts';
import { keepKey, readKey } from './log-key.ts';
import { claimIdentity, readIdentity, type StoredHead, type LogIdentity } from './store.ts';

export interface LogSigner {
  readonly name: string;
  /** Verifier key, in the form that people pin. */
  readonly key: string;
  /** The signed note of a head; the same head yields the same note. */
  sign(head: Pick<StoredHead, 'size' | 'root'>): string;
}

const DEMO_NAME = 'demo.fairpot/log';

/**
 * Opens the key at start-up; makes it when this log has none yet. Throws ConfigRefused when it is not the key that
 * signed this log, or is unavailable.
 */
export async function openSigner(deps: Pick<Deps, 'db' | 'config' | 'random'>): Promise<LogSigner> {
  const { db, config } = deps;
  const known = await readIdentity(db);
  const seed = config.logKey === null ? await seedOfFile(deps, known) : Buffer.from(fromHex(config.logKey));
  const name = config.publicOrigin === null ? DEMO_NAME : `${new URL(config.publicOrigin).host}/log`;
  if (known === null) await claimIdentity(db, { name, publicKey: Buffer.from(publicKeyOf(seed)) });
  const identity = known ?? (await readIdentity(db));
  invariant(identity, 'the log was named just now');
  if (!isKeyOf(seed, identity)) {
    const setting = config.logKey === null ? `LOG_KEY_FILE: ${config.logKeyFile} holds` : 'LOG_KEY: this is';
    throw new ConfigRefused([
      `${setting} a key that did not sign this log; every published checkpoint names the one that did. Restore ` +
        'the key that belongs to this database',
    ]);
  }
  return signerOf(identity.name, seed);
}

function isKeyOf(seed: Uint8Array, { publicKey }: Pick<LogIdentity, 'publicKey'>): boolean {
  return Buffer.from(publicKeyOf(seed)).equals(publicKey);
}

/** The seed in the file; made and written there when the log is new. */
async function seedOfFile(
  { config, random }: Pick<Deps, 'config' | 'random'>,
  known: LogIdentity | null,
): Promise<Buffer> {
  const { logKeyFile } = config;
  invariant(logKeyFile !== null, 'a log has a key');
  const kept = await readKey(logKeyFile);
  if (kept !== null) return kept;
  if (known !== null)
    throw new ConfigRefused([
      `LOG_KEY_FILE: there is no ${logKeyFile}, and this log was signed before: restore its key file ` +
        '(each node needs a copy)',
    ]);
  return keepKey(logKeyFile, random.bytes(32));
}

/** A signer with a name and an Ed25519 seed. */
function signerOf(name: string, seed: Uint8Array): LogSigner {
  const key = formatVerifierKey(noteKey(name, publicKeyOf(seed)));
  return {
    name,
    key,
    sign: ({ size, root }) => signNote(formatCheckpoint({ origin: name, size, root }), [{ name, secretKey: seed }]),
  };
}

/** The site's key for push notifications: the push gateway's part of the configuration. Without a key there are none. */
import { createECDH } from 'node:crypto';
import type { PartSource } from '../../platform/process/config.ts';
import { isLoopback } from '../../platform/process/outside-urls.ts';

export interface PushSettings {
  /** P-256, 32 bytes in base64url. */
  readonly privateKey: string;
  /** What browsers subscribe with: the public half. */
  readonly publicKey: string;
  /** Whom a push service asks about these messages: mailto: or https:. */
  readonly contact: string;
  /** Services on this machine; demo only. */
  readonly extraOrigins: readonly string[];
}

export interface PushConfig {
  readonly push: PushSettings | null;
}

const DEMO_CONTACT = 'mailto:demo@fairpot.example';

/** VAPID_PRIVATE_KEY and PUSH_EXTRA_ORIGINS. Adds to `problems` if the site cannot start. */
export function readPush({ mode, env }: PartSource, problems: string[]): PushConfig {
  const extraOrigins = readExtraOrigins(env['PUSH_EXTRA_ORIGINS'], mode, problems);
  const privateKey = env['VAPID_PRIVATE_KEY'];
  if (privateKey === undefined) return { push: null };
  const publicKey = publicKeyOf(privateKey);
  if (publicKey === null) {
    problems.push('VAPID_PRIVATE_KEY: not a P-256 private key in base64url (npx web-push generate-vapid-keys)');
    return { push: null };
  }
  const contact = env['SECURITY_CONTACT'] ?? (mode === 'live' ? env['PUBLIC_ORIGIN'] : undefined) ?? DEMO_CONTACT;
  return { push: { privateKey, publicKey, contact, extraOrigins } };
}

/** Null if it is no private key. */
export function publicKeyOf(privateKey: string): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey)) return null;
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    // Zero, or beyond the order of the curve.
    return null;
  }
}

function readExtraOrigins(set: string | undefined, mode: PartSource['mode'], problems: string[]): readonly string[] {
  if (set === undefined) return [];
  const origins = set.split(',').map((origin) => origin.trim());
  if (mode === 'live') problems.push('PUSH_EXTRA_ORIGINS: live sends to known push services only; unset it');
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`PUSH_EXTRA_ORIGINS: ${origin} is not an origin`);
    else if (!isLoopback(origin)) problems.push(`PUSH_EXTRA_ORIGINS: only origins on this machine, not ${origin}`);
  }
  return origins;
}

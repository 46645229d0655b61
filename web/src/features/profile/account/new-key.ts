/** A new API key. This browser makes it and sends its hash, so the site never has what opens the account. */
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { hashText } from '@fairpot/fairness/encoding/sha256';

const KEY_BYTES = 32;

/** The key in full, and its hash for `createApiKey`. */
export function newApiKey(): { readonly key: string; readonly hash: string } {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const key = `fp_${toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return { key, hash: hashText(key) };
}

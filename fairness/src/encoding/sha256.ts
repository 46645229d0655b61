/** SHA-256 of texts. */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.ts';

/** Of the text's UTF-8, in hex. */
export function hashText(text: string): string {
  return toHex(sha256(utf8(text)));
}

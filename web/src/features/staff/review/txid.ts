/** Transaction ids as people paste them from a block explorer. Pure. */

/** The 64 hex digits in lower case; null if it is not an id. Ethereum explorers prefix 0x. */
export function txidOf(text: string): string | null {
  const id = text.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(id) ? id : null;
}

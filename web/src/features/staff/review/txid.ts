/** What somebody copied from an explorer as the id of a transaction. Pure. */

/** 64 hex digits in lower case; null: it is none. Ethereum's explorers write 0x before it. */
export function txidOf(text: string): string | null {
  const id = text.trim().toLowerCase().replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(id) ? id : null;
}

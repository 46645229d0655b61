/** Standard base64 (RFC 4648, section 4) with padding. One value has one spelling: anything but the canonical text is refused. */

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Bytes of a base64 text; refuses missing padding, spaces, stray bits and the URL alphabet. */
export function fromBase64(text: string): Uint8Array {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new Error('not base64');
  }
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new Error('not canonical base64');
  return bytes;
}

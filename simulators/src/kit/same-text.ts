import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests, so that the time taken reveals neither length nor content. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Pure functions over the views and facts of tickets, for server and client. */
import type { TicketPart } from './schemas.ts';
import { addressWords } from './calls.ts';

/** A message's parts as one text, for clients that show no parts. */
export function textOfParts(parts: readonly TicketPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : `[${addressWords(part.coin)}]`)).join('');
}

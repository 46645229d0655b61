/** What both sides do with the views and facts of tickets. Pure. */
import type { TicketPart } from './schemas.ts';
import { addressWords } from './calls.ts';

/** A message's parts as one text, for whoever shows no parts. */
export function textOfParts(parts: readonly TicketPart[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : `[${addressWords(part.coin)}]`)).join('');
}

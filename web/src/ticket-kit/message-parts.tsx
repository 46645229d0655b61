/**
 * The parts of a message on the screen: text nodes with emoji, and chips where an address stood. There is no other way for a message
 * to reach the page (security T8): no markup is parsed, nothing becomes a link.
 */
import { Fragment, type ReactNode } from 'react';
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { TicketPart } from '@fairpot/contract/support/schemas';
import { EmojiText } from '../emoji-kit/emoji-text.tsx';

export interface MessagePartsProps {
  readonly parts: readonly TicketPart[];
  /** Draws what stands for an address; `coin` null: of none that is taken. */
  readonly chip: (coin: Coin | null) => ReactNode;
}

export function MessageParts({ parts, chip }: MessagePartsProps) {
  return parts.map((part, at) => (
    <Fragment key={at}>{part.kind === 'text' ? <EmojiText text={part.text} /> : chip(part.coin)}</Fragment>
  ));
}

/**
 * The parts of a message: text nodes with emoji, and chips in place of addresses. Messages reach the page only through this component (security
 * T8): no markup is parsed, nothing becomes a link.
 */
import { Fragment, type ReactNode } from 'react';
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { TicketPart } from '@fairpot/contract/support/schemas';
import { EmojiText } from '../emoji-kit/emoji-text.tsx';

export interface MessagePartsProps {
  readonly parts: readonly TicketPart[];
  /** Draws the chip for an address; `coin` is null for an unsupported coin. */
  readonly chip: (coin: Coin | null) => ReactNode;
}

export function MessageParts({ parts, chip }: MessagePartsProps) {
  return parts.map((part, at) => (
    <Fragment key={at}>{part.kind === 'text' ? <EmojiText text={part.text} /> : chip(part.coin)}</Fragment>
  ));
}

/**
 * Parses the address and the input field of the Fairplay page. games-kit/fairplay-link.ts writes such addresses.
 *
 * Pure. `?game=..&hash=..&secret=..` is the form of the specification (section 2); `?round=rnd_..` is the short one.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { GAME_NAMES } from '@fairpot/contract/games/games';

export interface RoundQuery {
  readonly game: ProvableGame | null;
  /** 64 hex digits, or null. */
  readonly hash: string | null;
  readonly secret: string | null;
  readonly roundId: string | null;
}

const HASH = /^[0-9a-f]{64}$/;
const ROUND = /^rnd_[0-9a-z]{26}$/;

/** Reads an address; values of the wrong form are ignored. */
export function readAddress(search: URLSearchParams): RoundQuery {
  const hash = search.get('hash')?.trim().toLowerCase() ?? '';
  const roundId = search.get('round')?.trim() ?? '';
  const secret = search.get('secret')?.trim() ?? '';
  return {
    game: GAME_NAMES.find((game) => game === search.get('game')) ?? null,
    hash: HASH.test(hash) ? hash : null,
    secret: secret === '' ? null : secret,
    roundId: ROUND.test(roundId) ? roundId : null,
  };
}

/** Input of the page's one field: a round id, a commitment, a secret, or a whole proof. */
export type RoundInput =
  | { readonly kind: 'round'; readonly roundId: string }
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'secret'; readonly secret: string; readonly roundId: string | null }
  | { readonly kind: 'proof'; readonly proof: unknown }
  | { readonly kind: 'unknown' };

/** Determines the kind of the input. An fp/2 secret names its round. */
export function readInput(text: string): RoundInput {
  const trimmed = text.trim();
  if (ROUND.test(trimmed)) return { kind: 'round', roundId: trimmed };
  if (HASH.test(trimmed.toLowerCase())) return { kind: 'hash', hash: trimmed.toLowerCase() };
  if (trimmed.startsWith('fp2.')) {
    const roundId = trimmed.split('.')[2] ?? '';
    return { kind: 'secret', secret: trimmed, roundId: ROUND.test(roundId) ? roundId : null };
  }
  if (!trimmed.startsWith('{')) return { kind: 'unknown' };
  try {
    return { kind: 'proof', proof: JSON.parse(trimmed) as unknown };
  } catch {
    // Looks like a proof but is not JSON: the page reports it as unreadable.
    return { kind: 'unknown' };
  }
}

/**
 * The secret of a round and the hash that commits to it before any stake.
 *
 * The server's round kit makes secrets, everyone checks commitments. Invariant: a secret names its game and its round,
 * so that it cannot be moved to another round without a trace.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, isHexOf, toHex, utf8 } from '../encoding/bytes.ts';

/** The games of fp/2, in the words of the protocol. */
export const GAMES = ['coinflip', 'jackpot', 'casebattle'] as const;
export type Game = (typeof GAMES)[number];

/** What a secret says about itself; `random` is hex of 32 bytes. */
export type SecretParts = { readonly game: Game; readonly roundId: string; readonly random: string };

const ROUND_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** True for 1 to 128 letters, digits, `_` and `-`: no dot, so that a secret has one reading. */
export function isRoundId(text: string): boolean {
  return ROUND_ID.test(text);
}

/** `fp2.<game>.<roundId>.<hex of 32 bytes>`. `random32` must come from the system's randomness and be used once. */
export function makeSecret(parts: { game: Game; roundId: string; random32: Uint8Array }): string {
  if (!isRoundId(parts.roundId)) throw new Error(`not a round id: ${JSON.stringify(parts.roundId)}`);
  if (parts.random32.length !== 32) throw new Error(`a secret takes 32 random bytes, not ${parts.random32.length}`);
  return `fp2.${parts.game}.${parts.roundId}.${toHex(parts.random32)}`;
}

/** The parts of a secret; throws when it is not exactly what `makeSecret` writes. */
export function parseSecret(secret: string): SecretParts {
  const parts = secret.split('.');
  const [version, gameText, roundId, random] = parts;
  const game = GAMES.find((each) => each === gameText);
  if (parts.length !== 4 || version !== 'fp2') throw new Error('a secret reads fp2.<game>.<round id>.<64 hex digits>');
  if (game === undefined) throw new Error(`the secret names no game of fp/2: ${JSON.stringify(gameText)}`);
  if (roundId === undefined || !isRoundId(roundId)) throw new Error('the secret names no round');
  if (random === undefined || !isHexOf(random, 32)) throw new Error('the secret does not end in 32 bytes of hex');
  return { game, roundId, random };
}

/** The 32 random bytes of a secret: what its seal holds. Throws as `parseSecret`. */
export function randomOf(secret: string): Uint8Array {
  return fromHex(parseSecret(secret).random);
}

/** The commitment: lower-case hex of sha256(utf8(secret)). */
export function commitmentOf(secret: string): string {
  return toHex(sha256(utf8(secret)));
}

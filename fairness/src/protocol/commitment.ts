/**
 * The secret of a round and the hash that commits to it before any stake.
 *
 * The server's round kit makes secrets, everyone checks commitments. Invariant: a secret names its game and its round,
 * so that moving it to another round is detectable.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, isHexOf, toHex, utf8 } from '../encoding/bytes.ts';
import { GAME_NAMES } from '../games/index.ts';
import type { KnownGame } from '../games/index.ts';
import { GAME_NAME, isRoundId } from '../base/names.ts';

export type { KnownGame } from '../games/index.ts';

/** What a secret says about itself; `random` is hex of 32 bytes. */
export type SecretParts<G extends string = KnownGame> = {
  readonly game: G;
  readonly roundId: string;
  readonly random: string;
};

/** `fp2.<game>.<roundId>.<hex of 32 bytes>`. `random32` must come from the system's randomness and be used once. */
export function makeSecret(parts: { game: string; roundId: string; random32: Uint8Array }): string {
  if (!GAME_NAME.test(parts.game)) throw new Error(`not the name of a game: ${JSON.stringify(parts.game)}`);
  if (!isRoundId(parts.roundId)) throw new Error(`not a round id: ${JSON.stringify(parts.roundId)}`);
  if (parts.random32.length !== 32) throw new Error(`a secret takes 32 random bytes, not ${parts.random32.length}`);
  return `fp2.${parts.game}.${parts.roundId}.${toHex(parts.random32)}`;
}

/** The parts of a secret of one of the games; throws when it is not exactly what `makeSecret` writes. */
export function parseSecret(secret: string): SecretParts {
  const parts = readSecret(secret);
  const game = GAME_NAMES.find((each) => each === parts.game);
  if (game === undefined) throw new Error(`the secret names no game of fp/2: ${JSON.stringify(parts.game)}`);
  return { ...parts, game };
}

/** Like `parseSecret`, for any game: its name may be unknown to this build. */
export function readSecret(secret: string): SecretParts<string> {
  const parts = secret.split('.');
  const [version, game, roundId, random] = parts;
  if (parts.length !== 4 || version !== 'fp2')
    throw new Error('the form of a secret is fp2.<game>.<round id>.<64 hex digits>');
  if (game === undefined || !GAME_NAME.test(game)) throw new Error(`the secret names no game: ${JSON.stringify(game)}`);
  if (roundId === undefined || !isRoundId(roundId)) throw new Error('the secret names no round');
  if (random === undefined || !isHexOf(random, 32)) throw new Error('the secret does not end in 32 bytes of hex');
  return { game, roundId, random };
}

/** The 32 random bytes of a secret: the content of its seal. Throws like `readSecret`. */
export function randomOf(secret: string): Uint8Array {
  return fromHex(readSecret(secret).random);
}

/** The commitment: lower-case hex of sha256(utf8(secret)). */
export function commitmentOf(secret: string): string {
  return toHex(sha256(utf8(secret)));
}

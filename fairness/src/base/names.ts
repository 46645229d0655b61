/** Names of rounds and games by their shape only: what a reader accepts before it knows whether they exist. */

const ROUND_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** Any game's name, known to this build or not: lower-case letters, digits and `-`, at most 32. */
export const GAME_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** True for 1 to 128 letters, digits, `_` and `-`: no dot, so that a secret has one reading. */
export function isRoundId(text: string): boolean {
  return ROUND_ID.test(text);
}

/**
 * A message as pieces to draw: text, emoji, mentions. Pure and linear; used for each row.
 *
 * Invariant: the joined texts of the pieces are the message, and a message consists of only these three kinds.
 */
import { EMOJI_BY_CODE } from '../../../emoji-kit/codes.ts';

export type Token =
  | { readonly kind: 'text'; readonly text: string }
  /** `text` is ':code:', `code` a key of the 49. */
  | { readonly kind: 'emoji'; readonly text: string; readonly code: string }
  /** '@' and a name; `own` when it is the reader's. */
  | { readonly kind: 'mention'; readonly text: string; readonly own: boolean };

const START = /:([a-z0-9]{1,10}):|@/gi;
const NAME = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]{1,31}/uy;
const WORD_END = /[\p{L}\p{N}\p{M}_]$/u;
const WORD_START = /^[\p{L}\p{N}\p{M}_]/u;

/** `ownName`: the player's name as shown; null when signed out. */
export function tokenize(message: string, ownName: string | null): readonly Token[] {
  const tokens: Token[] = [];
  let done = 0;
  const add = (from: number, token: Token): void => {
    if (from > done) tokens.push({ kind: 'text', text: message.slice(done, from) });
    tokens.push(token);
    done = from + token.text.length;
  };
  START.lastIndex = 0;
  for (let found = START.exec(message); found; found = START.exec(message)) {
    const [text, code = ''] = found;
    const at = found.index;
    if (text === '@') {
      const mention = mentionAt(message, at, ownName);
      if (mention) add(at, mention);
    } else if (EMOJI_BY_CODE.has(code.toLowerCase())) {
      add(at, { kind: 'emoji', text, code: code.toLowerCase() });
    }
    // ':x:gg:': a colon that ends no code may start one
    START.lastIndex = Math.max(done, text === '@' ? at + 1 : at + text.length - 1, at + 1);
  }
  if (done < message.length) tokens.push({ kind: 'text', text: message.slice(done) });
  return tokens;
}

/** The mention that starts at the '@', or null: an address like 'a@b.c' is not a mention. */
function mentionAt(message: string, at: number, ownName: string | null): Token | null {
  if (WORD_END.test(message.slice(Math.max(0, at - 2), at))) return null;
  if (ownName !== null && ownName !== '') {
    const said = message.slice(at + 1, at + 1 + ownName.length);
    const rest = message.slice(at + 1 + ownName.length);
    const whole = !WORD_START.test(rest) || !WORD_END.test(ownName);
    if (whole && said.toLowerCase() === ownName.toLowerCase()) {
      return { kind: 'mention', text: `@${said}`, own: true };
    }
  }
  NAME.lastIndex = at + 1;
  const name = NAME.exec(message)?.[0];
  return name === undefined ? null : { kind: 'mention', text: `@${name}`, own: false };
}

/** Whether the message mentions the player. */
export function mentions(message: string, ownName: string): boolean {
  return message.includes('@') && tokenize(message, ownName).some((token) => token.kind === 'mention' && token.own);
}

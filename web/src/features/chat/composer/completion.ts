/** Completions at the caret: ':fi' to an emoji, '@roo' to a name in the chat. Pure. */
import { findEmoji } from '../../../emoji-kit/codes.ts';

export interface Completion {
  readonly kind: 'emoji' | 'name';
  /** Start of the word, at its ':' or '@'. */
  readonly from: number;
  /** Suggestions, best first; without the leading sign. */
  readonly options: readonly string[];
}

const MAX = 6;
const EMOJI_WORD = /(?:^|[^\p{L}\p{N}:]):([a-z0-9]{2,10})$/iu;
const NAME_WORD = /(?:^|\s)@([^\s@]{0,32})$/u;

/** The completion for the word that ends at the caret, or null. `names`: recent authors, latest first. */
export function completionAt(text: string, caret: number, names: readonly string[]): Completion | null {
  const before = text.slice(0, caret);
  const code = EMOJI_WORD.exec(before)?.[1];
  if (code !== undefined) {
    const options = findEmoji(code).map((emoji) => emoji.code);
    return some('emoji', caret - code.length - 1, options);
  }
  const name = NAME_WORD.exec(before)?.[1];
  if (name === undefined) return null;
  const wanted = name.toLowerCase();
  const options = names.filter((known) => known.toLowerCase().startsWith(wanted) && known.toLowerCase() !== wanted);
  return some('name', caret - name.length - 1, options);
}

function some(kind: Completion['kind'], from: number, options: readonly string[]): Completion | null {
  return options.length === 0 ? null : { kind, from, options: options.slice(0, MAX) };
}

/** Text and caret after a choice: the word is replaced and followed by a space. */
export function complete(text: string, caret: number, completion: Completion, option: string) {
  const word = completion.kind === 'emoji' ? `:${option}: ` : `@${option} `;
  const after = text.slice(caret).replace(/^ /, '');
  return { text: text.slice(0, completion.from) + word + after, caret: completion.from + word.length };
}

/** Text and caret after `piece` replaced the selection, with spaces around it. */
export function insertAt(text: string, selection: { from: number; to: number }, piece: string) {
  const before = text.slice(0, selection.from);
  const lead = before === '' || /\s$/.test(before) ? '' : ' ';
  const written = `${before}${lead}${piece} `;
  return { text: written + text.slice(selection.to).replace(/^ /, ''), caret: written.length };
}

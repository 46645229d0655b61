/**
 * The pictures of the emoji: one module, loaded once when the chat is first shown. Each picture becomes one image address that all its uses share,
 * so the browser decodes it once. Until then emoji are shown as their :code:.
 */
import { create } from 'zustand';
import { EMOJI_BY_CODE } from './codes.ts';

/** Image addresses by code; empty until loaded. */
export const useEmojiPictures = create<{ readonly byCode: ReadonlyMap<string, string> }>(() => ({ byCode: new Map() }));

let fetching: Promise<void> | null = null;

/** Loads the pictures once; after a failure the next call retries. */
export function loadEmojiPictures(): Promise<void> {
  fetching ??= import('./pictures.json').then(
    ({ default: bodies }) => {
      const known = Object.entries(bodies).filter(([code]) => EMOJI_BY_CODE.has(code));
      useEmojiPictures.setState({ byCode: new Map(known.map(([code, body]) => [code, address(body)])) });
    },
    () => {
      fetching = null; // the codes stay readable as text; the next opening of the chat retries
    },
  );
  return fetching;
}

function address(body: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

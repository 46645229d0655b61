/** A text of a user: text nodes, and an image for each of the 49 codes. Such texts reach the page only through this component (security T8). */
import { useEffect } from 'react';
import { EMOJI_BY_CODE } from './codes.ts';
import { EmojiImage } from './emoji-image.tsx';
import { loadEmojiPictures } from './pictures.ts';

const CODE = /(:[a-z0-9]{1,10}:)/gi;

export function EmojiText({ text }: { readonly text: string }) {
  useEffect(() => void loadEmojiPictures(), []);
  return text.split(CODE).map((piece, at) => {
    const code = at % 2 === 1 ? piece.slice(1, -1).toLowerCase() : '';
    return EMOJI_BY_CODE.has(code) ? <EmojiImage key={at} code={code} /> : piece;
  });
}

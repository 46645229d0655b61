/** The picture of a code; the code itself until the pictures are loaded. Copied as its code. */
import './emoji.css';
import { cx } from '../ui/layout/cx.ts';
import { EMOJI_BY_CODE } from './codes.ts';
import { useEmojiPictures } from './pictures.ts';

export function EmojiImage({ code, large = false }: { readonly code: string; readonly large?: boolean }) {
  const src = useEmojiPictures((pictures) => pictures.byCode.get(code));
  const written = `:${code}:`;
  if (src === undefined) return written;
  const says = EMOJI_BY_CODE.get(code)?.says ?? code;
  return (
    <img
      src={src}
      alt={written}
      title={`${written} ${says}`}
      draggable={false}
      className={cx('chat-emoji', large && 'chat-emoji-large')}
    />
  );
}

/**
 * A message's text on the screen: text nodes, and an image for each emoji of the 49. There is no other way for a message
 * to reach the page (security T8): no markup is parsed, no address becomes a link.
 */
import { cx } from '../../../ui/layout/cx.ts';
import { EMOJI_BY_CODE } from '../emoji/codes.ts';
import { useEmojiPictures } from '../emoji/pictures.ts';
import { tokenize, type Token } from './tokens.ts';

export interface MessageTextProps {
  readonly text: string;
  /** The reader's name, whose mention stands out; null when signed out. */
  readonly ownName: string | null;
}

export function MessageText({ text, ownName }: MessageTextProps) {
  const tokens = tokenize(text, ownName);
  const large = tokens.length <= 3 && tokens.every((token) => token.kind === 'emoji' || token.text.trim() === '');
  return tokens.map((token, at) => <Piece key={at} token={token} large={large} />);
}

function Piece({ token, large }: { readonly token: Token; readonly large: boolean }) {
  if (token.kind === 'emoji') return <EmojiImage code={token.code} large={large} />;
  if (token.kind === 'text') return token.text;
  return <span className={cx('chat-mention', token.own && 'chat-mention-own')}>{token.text}</span>;
}

/** The picture of a code; the code itself until the pictures are here. Copied as its code. */
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

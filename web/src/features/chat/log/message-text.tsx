/**
 * A message's text: text nodes, and an image for each of the 49 emoji. Messages reach the page only through this component (security T8): no
 * markup is parsed, no address becomes a link.
 */
import { EmojiImage } from '../../../emoji-kit/emoji-image.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { tokenize, type Token } from './tokens.ts';

export interface MessageTextProps {
  readonly text: string;
  /** The player's name, whose mentions are highlighted; null when signed out. */
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

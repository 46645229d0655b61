/**
 * A message's text on the screen: text nodes, and an image for each emoji of the 49. There is no other way for a message
 * to reach the page (security T8): no markup is parsed, no address becomes a link.
 */
import { EmojiImage } from '../../../emoji-kit/emoji-image.tsx';
import { cx } from '../../../ui/layout/cx.ts';
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

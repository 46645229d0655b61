/** One message: author with badges, time, text, and staff tools. */
import { Ban, Drama, Trash2 } from 'lucide-react';
import { memo, useState, type ReactNode } from 'react';
import { banFromChat, removeMessages } from '@fairpot/contract/chat/calls';
import type { ChatMessage } from '@fairpot/contract/chat/schemas';
import type { Badge } from '@fairpot/contract/user/schemas';
import { messages } from '../../../messages.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { TOAST_MS, toastSuccess } from '../../../platform/page/toasts.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Avatar } from '../../../ui/people/avatar.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { LevelBadge } from '../../../ui/people/level.tsx';
import { hasLevel } from '../../../ui/people/user-name.tsx';
import { texts } from '../texts.ts';
import { chatShadow } from '../../../platform/page/voice.ts';
import { fullTime, shortTime } from './message-time.ts';
import { EmojiImage } from '../../../emoji-kit/emoji-image.tsx';
import { tokenize, type Token } from './tokens.ts';

/** What the player may do with messages. */
export type ModerationRights = 'none' | 'moderator' | 'admin';

export interface MessageRowProps {
  readonly message: ChatMessage;
  /** Follows a message of the same author and voice, so it has no head. */
  readonly grouped: boolean;
  readonly ownId: string | null;
  readonly ownName: string | null;
  /** It mentions the player. */
  readonly calling: boolean;
  readonly powers: ModerationRights;
}

/** The author's badge and the voice's, each once: a persona has BOT as author and HOUSE as voice. */
function badgesOf({ user, badge }: ChatMessage): readonly NonNullable<Badge>[] {
  return [...new Set([user.badge, badge])].filter((one) => one !== null);
}

/** Names that are certainly shorter than their line. */
const SHORT_NAME = /^[ -~]{1,12}$/;
/** Marks can be stacked beyond their line. */
const MARK = /\p{M}/u;

/** Memoized: updates come ten times a second, and two hundred rows must not re-render. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, grouped, ownName, calling, powers } = props;
  return (
    <div
      role="listitem"
      data-id={message.id}
      className={cx(
        'chat-row group',
        grouped ? 'pt-0.5' : 'pt-2.5',
        (grouped || powers !== 'none') && 'chat-row-under',
        calling && 'chat-row-calling',
        message.badge === 'STAFF' && 'chat-row-staff',
      )}
    >
      {grouped ? <Time at={message.createdAt} quiet /> : <Head message={message} />}
      <p dir="auto" className={cx('chat-text', MARK.test(message.message) && 'chat-text-tall')}>
        <MessageText text={message.message} ownName={ownName} />
      </p>
      {powers !== 'none' && <Tools {...props} />}
    </div>
  );
});

function Head({ message }: { readonly message: ChatMessage }) {
  const { user } = message;
  return (
    <div className="chat-head flex min-w-0 items-center gap-2">
      <Avatar src={user.avatar} name={user.name} size="sm" />
      {hasLevel(user) && <LevelBadge level={user.level} />}
      <bdi className={cx('chat-name', !SHORT_NAME.test(user.name) && 'chat-name-long')} title={user.name}>
        {user.name}
      </bdi>
      {badgesOf(message).map((badge) => (
        <KindBadge key={badge} badge={badge} />
      ))}
      <Time at={message.createdAt} />
    </div>
  );
}

function Time({ at, quiet = false }: { readonly at: number; readonly quiet?: boolean }) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={fullTime(at)}
      className={cx('chat-time', quiet && 'chat-time-quiet')}
    >
      {shortTime(at, serverNow())}
    </time>
  );
}

function Tools({ message, ownId, powers }: MessageRowProps) {
  const [asking, setAsking] = useState(false);
  const remove = useSend(removeMessages, {
    onAccepted: () => toastSuccess(messages.done.messageDeleted, { durationMs: TOAST_MS.short }),
  });
  const { user } = message;
  const bannable = !user.isFake && user.id !== ownId && (user.badge !== 'STAFF' || powers === 'admin');
  return (
    <>
      <div className="chat-tools">
        {user.isFake && (
          <Tool label={texts.shadow} onClick={() => chatShadow(user)}>
            <Drama aria-hidden size={16} />
          </Tool>
        )}
        {bannable && (
          <Tool label={texts.ban} expanded={asking} onClick={() => setAsking(!asking)}>
            <Ban aria-hidden size={16} />
          </Tool>
        )}
        <Tool label={texts.remove} onClick={() => void remove.run({ chatIds: [message.id] })}>
          <Trash2 aria-hidden size={16} />
        </Tool>
      </div>
      {asking && <BanQuestion message={message} onDone={() => setAsking(false)} />}
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly expanded?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, expanded, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      onClick={onClick}
      className="chat-tool"
    >
      {children}
    </button>
  );
}

/** Asks for the duration of the ban: one more press than the icon, because it affects a person. */
function BanQuestion({ message, onDone }: { readonly message: ChatMessage; readonly onDone: () => void }) {
  const { user } = message;
  const ban = useSend(banFromChat, {
    onAccepted: () => {
      toastSuccess(messages.done.userBanned(user.name), { durationMs: TOAST_MS.short });
      onDone();
    },
  });
  return (
    <div role="group" aria-label={texts.banFor(user.name)} className="chat-ban">
      <p className="mb-2 truncate text-xs font-semibold text-fg-2">{texts.banFor(user.name)}</p>
      <div className="flex flex-wrap gap-1.5">
        {texts.banSpans.map(({ label, minutes }, at) => (
          <button
            key={label}
            type="button"
            autoFocus={at === 0}
            className="chat-ban-span"
            onClick={() => void ban.run({ userId: user.id, ...(minutes !== null && { minutes }) })}
          >
            {label}
          </button>
        ))}
        <button type="button" className="chat-ban-span border-transparent text-fg-2" onClick={onDone}>
          {texts.cancel}
        </button>
      </div>
    </div>
  );
}

interface MessageTextProps {
  readonly text: string;
  /** The player's name, whose mentions are highlighted; null when signed out. */
  readonly ownName: string | null;
}

/**
 * A message's text: text nodes, and an image for each of the 49 emoji. Messages reach the page only through this
 * component (security T8): no markup is parsed, no address becomes a link.
 */
function MessageText({ text, ownName }: MessageTextProps) {
  const tokens = tokenize(text, ownName);
  const large = tokens.length <= 3 && tokens.every((token) => token.kind === 'emoji' || token.text.trim() === '');
  return tokens.map((token, at) => <Piece key={at} token={token} large={large} />);
}

function Piece({ token, large }: { readonly token: Token; readonly large: boolean }) {
  if (token.kind === 'emoji') return <EmojiImage code={token.code} large={large} />;
  if (token.kind === 'text') return token.text;
  return <span className={cx('chat-mention', token.own && 'chat-mention-own')}>{token.text}</span>;
}

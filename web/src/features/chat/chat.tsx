/** The chat: messages above, the field below. The frame (shell/chat-panel.tsx) loads it when it is shown. */
import './chat.css';
import { useEffect } from 'react';
import { onReturn } from '../../platform/live/live.ts';
import { announce } from '../../platform/page/announcer.ts';
import { usePreferences, setPreference } from '../../platform/page/preferences.ts';
import { useMay, useSession } from '../../platform/page/session.ts';
import { Composer } from './composer/composer.tsx';
import { loadEmojiPictures } from '../../emoji-kit/pictures.ts';
import { refreshLog, useChatLog } from './log/log.ts';
import { MessageList } from './log/message-list.tsx';
import type { ModerationRights } from './log/message-row.tsx';
import { useChatFacts } from './write-permission.ts';
import { texts } from './texts.ts';
import { mentions } from './log/tokens.ts';
import { Newspaper, Pin } from 'lucide-react';
import { chatState } from '@fairpot/contract/chat/calls';
import { useAsk } from '../../platform/calls/use-call.ts';

export function Chat() {
  const { status, user } = useSession();
  const moderates = useMay('moderate');
  const admin = useMay('admin');
  const powers: ModerationRights = admin ? 'admin' : moderates ? 'moderator' : 'none';
  const own = status === 'in' ? user : null;
  useChatFacts(own?.id ?? null);
  useMentionsRead(own?.id ?? null, own?.name ?? null);
  useEffect(() => {
    void refreshLog();
    void loadEmojiPictures();
    return onReturn(() => void refreshLog());
  }, []);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Welcome />
      <MessageList ownId={own?.id ?? null} ownName={own?.name ?? null} powers={powers} />
      <Composer />
    </div>
  );
}

/** More messages than this at once are counted, not read out, so that the screen reader can finish a sentence. */
const READ_MAX = 3;

/** Announces mentions to screen readers, and all messages only if the player has turned that on. */
function useMentionsRead(ownId: string | null, ownName: string | null): void {
  const all = usePreferences((state) => state.readChat);
  useEffect(() => {
    if (ownName === null && !all) return undefined;
    return useChatLog.subscribe((now, before) => {
      const known = before.waiting.at(-1)?.id ?? before.messages.at(-1)?.id;
      if (known === undefined || (now.messages === before.messages && now.waiting === before.waiting)) return;
      const fresh = [...now.messages, ...now.waiting].filter(({ id, userId }) => id > known && userId !== ownId);
      const named = fresh.filter(({ message }) => ownName !== null && mentions(message, ownName));
      for (const { user, message } of named) announce(texts.mentioned(user.name, message));
      const rest = all ? fresh.filter((one) => !named.includes(one)) : [];
      if (rest.length > READ_MAX) announce(texts.newMessages(rest.length));
      else for (const { user, message } of rest) announce(texts.said(user.name, message));
    });
  }, [ownId, ownName, all]);
}

/** Above the log: the message of the house, and the switch of the lines about results. */
function Welcome() {
  const welcome = useAsk(chatState, {}).data?.welcome ?? '';
  const isOn = usePreferences((state) => state.chatNews);
  return (
    <div className="chat-welcome">
      {welcome !== '' && (
        <p className="flex gap-2">
          <Pin aria-hidden size={14} className="mt-0.5 shrink-0 text-volt" />
          <span className="min-w-0 wrap-anywhere">
            <strong className="text-fg">{texts.house}</strong> {welcome}
          </span>
        </p>
      )}
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => setPreference('chatNews', !isOn)}
        className="chat-news-switch"
      >
        <Newspaper aria-hidden size={14} />
        {isOn ? texts.hideNews : texts.showNews}
      </button>
    </div>
  );
}

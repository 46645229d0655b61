/** Above the log: the message of the house, and the switch of the lines about results. */
import { Newspaper, Pin } from 'lucide-react';
import { chatState } from '@fairpot/contract/chat/calls';
import { setPreference, usePreferences } from '../../platform/page/preferences.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { texts } from './texts.ts';

export function Welcome() {
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

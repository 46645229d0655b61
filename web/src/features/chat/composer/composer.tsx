/**
 * The composer: field, emoji, suggestions, and for staff the voice. Enter sends. If the player may not write, the field shows the reason.
 */
import { SendHorizontal, Settings, Smile } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CHAT_MAX_LENGTH } from '@fairpot/contract/chat/calls';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { useMay, useSession } from '../../../platform/page/session.ts';
import { cx } from '../../../ui/layout/cx.ts';
import { complete, insertAt } from './completion.ts';
import { setDraft, useDraft } from './draft.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { useWritePermission, type WritePermission } from '../write-permission.ts';
import { Suggestions } from './suggestions.tsx';
import { texts } from '../texts.ts';
import { useCompletion } from './use-completion.ts';
import { usePost } from './use-post.ts';
import { chatAsAdmin, chatAsOneself, useVoice, type ChatVoice } from '../../../platform/page/voice.ts';
import { VoiceStrip } from '../voice-strip.tsx';
import { fullTime } from '../log/message-time.ts';

/** Characters left from which the counter is shown. */
const WARN_LEFT = 40;

export function Composer() {
  const { status, user } = useSession();
  const moderates = useMay('moderate');
  const standing = useWritePermission();
  const chosen = useVoice((state) => state.voice);
  const voice: ChatVoice = moderates ? chosen : { kind: 'own' };
  const barred = status === 'in' ? barrier(standing, voice) : texts.placeholderSignedOut;
  return (
    <div className="chat-composer">
      {moderates && voice.kind !== 'own' && <VoiceStrip voice={voice} />}
      {barred === null ? (
        <Writer owner={user.id} ownName={user.name} voice={voice} gear={moderates && <Gear voice={voice} />} />
      ) : (
        <div className="flex items-center gap-2">
          <input
            type="text"
            disabled
            aria-label={texts.placeholder}
            placeholder={barred}
            title={barred}
            className="chat-field chat-field-off"
          />
          {moderates && <Gear voice={voice} />}
        </div>
      )}
    </div>
  );
}

/** Why this voice cannot write, or null. Staff in the staff voice can write while the chat is closed. */
function barrier({ ban, closed }: WritePermission, voice: ChatVoice): string | null {
  if (ban !== null) return ban.until === null ? refusalText('CHAT_BANNED') : texts.bannedUntil(fullTime(ban.until));
  return closed && voice.kind !== 'staff' ? refusalText('CHAT_CLOSED') : null;
}

/** Staff only: switches to the admin voice and back. */
function Gear({ voice }: { readonly voice: ChatVoice }) {
  const { user } = useSession();
  const on = voice.kind === 'staff';
  const label = on ? texts.asOneself : texts.asAdmin;
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={texts.asAdmin}
      title={label}
      onClick={() => (on ? chatAsOneself(user.name) : chatAsAdmin())}
      className={cx('chat-icon', on && 'bg-volt text-volt-ink hover:bg-volt-2 hover:text-volt-ink')}
    >
      <Settings aria-hidden size={20} />
    </button>
  );
}

interface ComposerFieldProps {
  readonly owner: string;
  readonly ownName: string;
  readonly voice: ChatVoice;
  readonly gear: ReactNode;
}

function Writer({ owner, ownName, voice, gear }: ComposerFieldProps) {
  const id = useId();
  const text = useDraft(owner);
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [picking, setPicking] = useState(false);
  const suggesting = useCompletion(ownName);
  const post = usePost(owner);
  const left = CHAT_MAX_LENGTH - [...text].length;

  useLayoutEffect(() => {
    // after React has set the text, or the caret would jump to the end
    if (caret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);

  const write = (next: { readonly text: string; readonly caret: number }): void => {
    caret.current = next.caret;
    setDraft(owner, next.text);
    suggesting.close();
  };
  const take = (option: string): void => {
    const { completion } = suggesting;
    const at = field.current?.selectionStart ?? text.length;
    if (completion) write(complete(text, at, completion, option));
  };
  const pick = (code: string): void => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 };
    write(insertAt(text, { from, to }, `:${code}:`));
    setPicking(false);
  };
  const submit = (): void => {
    suggesting.close();
    void post(voice);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return; // Enter of an input method picks a word and must not send
    const meant = suggesting.onKey(event.key);
    if (meant === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (meant === null) submit();
    else if (meant !== 'moved') take(meant.take);
  };

  return (
    <form
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {picking && <EmojiPicker id={`${id}-emoji`} onPick={pick} onClose={() => setPicking(false)} />}
      <Suggestions id={`${id}-list`} suggesting={suggesting} onTake={take} />
      <div className="chat-field">
        <textarea
          ref={field}
          rows={1}
          aria-label={texts.placeholder}
          aria-autocomplete="list"
          aria-controls={suggesting.completion ? `${id}-list` : undefined}
          aria-activedescendant={suggesting.completion ? `${id}-list-${suggesting.chosen}` : undefined}
          placeholder={texts.placeholder}
          enterKeyHint="send"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            const { selectionStart } = event.target;
            const line = event.target.value.replace(/[\r\n]+/g, ' ');
            setDraft(owner, line);
            suggesting.look(line, selectionStart);
          }}
          onKeyDown={onKeyDown}
          onBlur={suggesting.close}
          className="chat-area"
        />
        <button
          type="button"
          data-emoji-toggle
          aria-label={texts.emoji}
          title={texts.emoji}
          aria-expanded={picking}
          aria-controls={picking ? `${id}-emoji` : undefined}
          onClick={() => setPicking(!picking)}
          className="chat-icon"
        >
          <Smile aria-hidden size={20} />
        </button>
        {gear}
        <button
          type="submit"
          aria-label={texts.send}
          title={texts.send}
          className={cx('chat-icon', text.trim() !== '' && 'text-volt hover:text-volt-2')}
        >
          <SendHorizontal aria-hidden size={20} />
        </button>
      </div>
      {left <= WARN_LEFT && (
        <p className={cx('pt-1.5 text-right text-xs tabular-nums', left < 0 ? 'text-bad' : 'text-fg-2')}>
          {texts.charactersLeft(left)}
        </p>
      )}
    </form>
  );
}

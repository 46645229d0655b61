/** Modal views of the frame: Notification, the generic message, the list of shortcuts. */
import { byGame } from '@fairpot/contract/games/games';
import { messages } from '../messages.ts';
import { closeModal, type ModalViews } from '../platform/page/modal.ts';
import { setPreference, usePreferences } from '../platform/page/preferences.ts';
import { SHORTCUTS, type ShortcutAction } from '../platform/live/match-keys.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { Switch } from '../ui/controls/fields.tsx';
import { Fragment } from 'react';

export function NotificationView({ text, link = null }: ModalViews['notification']) {
  return (
    <div className="grid gap-3">
      <TextWithClose text={text} />
      {link !== null && (
        <ButtonLink variant="quiet" to={link} onClick={closeModal}>
          {messages.notifications.open}
        </ButtonLink>
      )}
    </div>
  );
}

export function MessageView({ text }: ModalViews['message']) {
  return <TextWithClose text={text} />;
}

function TextWithClose({ text }: { readonly text: string }) {
  return (
    <div className="grid gap-6">
      <p className="whitespace-pre-line text-fg-2 wrap-anywhere">{text}</p>
      <Button onClick={closeModal}>{messages.modal.closeUpper}</Button>
    </div>
  );
}

const ACTION_TEXTS: Readonly<Record<ShortcutAction, string>> = {
  ...byGame(({ label }) => messages.shortcuts.goTo(label.toLowerCase())),
  search: messages.shortcuts.search,
  chat: messages.shortcuts.chat,
  help: messages.shortcuts.help,
};

export function ShortcutsView() {
  const enabled = usePreferences((preferences) => preferences.shortcuts);
  const rows = Object.entries(SHORTCUTS).map(([keys, action]) => ({
    keys: keys.split(' '),
    means: ACTION_TEXTS[action],
  }));
  return (
    <div className="grid gap-4">
      <dl className="grid divide-y divide-line">
        {[...rows, { keys: ['Esc'], means: messages.shortcuts.escape }].map(({ keys, means }) => (
          <div key={means} className="flex min-h-11 items-center justify-between gap-4">
            <dt className="text-sm">{means}</dt>
            <dd>
              <KeyHints keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={messages.shortcuts.title}
        hint={messages.shortcuts.turnOff}
        checked={enabled}
        onChange={(on) => setPreference('shortcuts', on)}
      />
    </div>
  );
}

/** Keys as small caps: <KeyHints keys={['g', 'c']} /> shows "g then c". */
function KeyHints({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1 text-xs text-fg-3">
      {keys.map((key, at) => (
        <Fragment key={`${at}${key}`}>
          {at > 0 && <span>{messages.parts.then}</span>}
          <kbd
            className={
              'inline-grid h-6 min-w-6 place-items-center rounded-sm border border-line-strong bg-ink-1 px-1.5 ' +
              'font-sans text-xs font-bold text-fg'
            }
          >
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}

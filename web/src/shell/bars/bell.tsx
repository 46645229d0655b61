/** The bell: the number of unread notifications and messages; opens both. */
import { Bell as BellIcon } from 'lucide-react';
import { messages } from '../../messages.ts';
import { useToasts } from '../../platform/page/toasts.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { openPanel } from '../shell-store.ts';
import { useUnread } from '../use-notifications.ts';

export function Bell() {
  const unseen = useToasts((toasts) => toasts.unseen) + useUnread();
  return (
    <IconButton
      label={unseen > 0 ? messages.toast.unseen(unseen) : messages.toast.history}
      onClick={() => openPanel('messages')}
    >
      <BellIcon aria-hidden size={18} />
      {unseen > 0 && (
        <span
          aria-hidden
          className={
            'absolute top-1 right-1 grid h-4 min-w-4 place-items-center rounded-full bg-volt px-1 text-[10px] ' +
            'leading-none font-extrabold text-volt-ink'
          }
        >
          {unseen > 9 ? '9+' : unseen}
        </span>
      )}
    </IconButton>
  );
}

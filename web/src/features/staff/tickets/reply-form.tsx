/**
 * Writing a reply: the text, then its preview as the player will see it with every crypto address replaced, then the button that sends
 * exactly what was previewed. Enter moves to the next step.
 */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { answerTicket, previewAnswer } from '@fairpot/contract/support/calls';
import type { StaffTicketView, TicketPart } from '@fairpot/contract/support/schemas';
import { ask } from '../../../platform/calls/api.ts';
import { announce } from '../../../platform/page/announcer.ts';
import { toastRefusal } from '../../../platform/page/toasts.ts';
import { useMe } from '../../../platform/page/session.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { MessageParts } from '../../../ticket-kit/message-parts.tsx';
import { Writer } from '../../../ticket-kit/writer.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { texts } from './texts.ts';
import { StaffChip } from './staff-chip.tsx';
import { refetchTickets } from './ticket-updates.ts';

interface ReplyPreview {
  readonly message: string;
  readonly parts: readonly TicketPart[];
  readonly replaced: number;
}

export function ReplyForm({ ticket }: { readonly ticket: StaffTicketView }) {
  const me = useMe();
  const [preview, setPreview] = useState<ReplyPreview | null>(null);
  // A new field for each reply. During the preview the field is only hidden, so its text stays for editing.
  const [sentCount, setSentCount] = useState(0);
  const replying = useSend(answerTicket, {
    onAccepted: () => {
      setPreview(null);
      setSentCount((n) => n + 1);
      refetchTickets();
    },
    onRefused: () => {
      setPreview(null);
      refetchTickets();
    },
  });
  const box = useRef<HTMLDivElement>(null);
  const edit = (): void => {
    flushSync(() => setPreview(null));
    box.current?.querySelector('textarea')?.focus();
  };
  const { id: ticketId, state, assignee, player } = ticket;
  if (state === 'closed' || player.id === me || (assignee !== null && assignee.id !== me)) return null;

  const showPreview = async (message: string): Promise<boolean> => {
    try {
      setPreview({ message, ...(await ask(previewAnswer, { ticketId, message })) });
    } catch (error) {
      toastRefusal(error);
    }
    return false;
  };
  return (
    <div ref={box} className="border-t border-line p-4">
      <div hidden={preview !== null}>
        {/* after a reply the focus stays in the field, not at the top of the page */}
        <Writer
          key={sentCount}
          autoFocus={sentCount > 0}
          label={texts.reply}
          sendLabel={texts.preview}
          onSend={showPreview}
        />
      </div>
      {preview && (
        <PreviewBox
          preview={preview}
          busy={replying.phase === 'sent'}
          onEdit={edit}
          onSend={() => void replying.run({ ticketId, message: preview.message, replaced: preview.replaced })}
        />
      )}
    </div>
  );
}

interface PreviewBoxProps {
  readonly preview: ReplyPreview;
  readonly busy: boolean;
  readonly onEdit: () => void;
  readonly onSend: () => void;
}

function PreviewBox({ preview: { parts, replaced }, busy, onEdit, onSend }: PreviewBoxProps) {
  const sendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    sendButton.current?.focus();
    announce(replaced > 0 ? texts.replaced(replaced) : texts.previewTitle);
  }, [replaced]);
  return (
    <section
      aria-label={texts.previewTitle}
      className="grid gap-3"
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !busy) onEdit();
      }}
    >
      <h3 className="text-sm font-bold">{texts.previewTitle}</h3>
      <div dir="auto" className="ticket-bubble ticket-text">
        <MessageParts parts={parts} chip={(coin) => <StaffChip coin={coin} />} />
      </div>
      {replaced > 0 && <p className="text-sm font-semibold text-warn">{texts.replaced(replaced)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button ref={sendButton} variant="primary" busy={busy} onClick={onSend}>
          {texts.sendReply}
        </Button>
        <Button onClick={onEdit}>{texts.edit}</Button>
      </div>
    </section>
  );
}

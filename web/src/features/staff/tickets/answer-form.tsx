/**
 * Writing an answer: the text, then its preview as the player will see it, with every crypto address replaced, and only then the
 * button that sends it. Enter goes from one to the next; what is sent is what was previewed.
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
import { fetchTicketsAgain } from './use-queue-facts.ts';

interface Preview {
  readonly message: string;
  readonly parts: readonly TicketPart[];
  readonly replaced: number;
}

export function AnswerForm({ ticket }: { readonly ticket: StaffTicketView }) {
  const me = useMe();
  const [preview, setPreview] = useState<Preview | null>(null);
  // A new field for each answer; the text of one that is edited again stays in its field, which is only out of sight.
  const [answered, setAnswered] = useState(0);
  const answering = useSend(answerTicket, {
    onAccepted: () => {
      setPreview(null);
      setAnswered((n) => n + 1);
      fetchTicketsAgain();
    },
    onRefused: () => {
      setPreview(null);
      fetchTicketsAgain();
    },
  });
  const box = useRef<HTMLDivElement>(null);
  const edit = (): void => {
    flushSync(() => setPreview(null));
    box.current?.querySelector('textarea')?.focus();
  };
  const { id: ticketId, state, assignee, player } = ticket;
  if (state === 'closed' || player.id === me || (assignee !== null && assignee.id !== me)) return null;

  const look = async (message: string): Promise<boolean> => {
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
        {/* whoever has sent an answer is where the next one is written, and not at the top of the page */}
        <Writer key={answered} autoFocus={answered > 0} label="Answer" sendLabel={texts.preview} onSend={look} />
      </div>
      {preview && (
        <PreviewBox
          preview={preview}
          busy={answering.phase === 'sent'}
          onEdit={edit}
          onSend={() => void answering.run({ ticketId, message: preview.message, replaced: preview.replaced })}
        />
      )}
    </div>
  );
}

interface PreviewBoxProps {
  readonly preview: Preview;
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
          {texts.sendAnswer}
        </Button>
        <Button onClick={onEdit}>{texts.edit}</Button>
      </div>
    </section>
  );
}

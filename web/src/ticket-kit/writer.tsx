/** The message field. Enter sends, Shift+Enter starts a new line. The text stays until it is accepted. */
import './ticket.css';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { TICKET_MAX_LENGTH, ticketText, ticketTextProblem } from '@fairpot/contract/support/calls';
import { toastError } from '../platform/page/toasts.ts';
import { Button } from '../ui/controls/button.tsx';
import { Form } from '../ui/controls/fields.tsx';
import { cx } from '../ui/layout/cx.ts';
import { ticketTexts } from './texts.ts';

/** Characters left from which the counter is shown. */
const WARN_LEFT = 100;

export interface WriterProps {
  /** Sends a valid text. True means accepted: the field is emptied. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly label?: string;
  readonly sendLabel?: string;
  /** Below the field, above the button. */
  readonly children?: ReactNode;
  /** Replaces the button if the user cannot write. */
  readonly instead?: ReactNode;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}

export function Writer(props: WriterProps) {
  const { onSend, label = ticketTexts.label, sendLabel = ticketTexts.send, children, instead } = props;
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const left = TICKET_MAX_LENGTH - [...text].length;

  const submit = async (): Promise<void> => {
    if (busy || instead !== undefined) return;
    const problem = ticketTextProblem(ticketText(text));
    if (problem !== null) {
      toastError(refusalText(problem, { max: TICKET_MAX_LENGTH }));
      return;
    }
    setBusy(true);
    const taken = await onSend(text).finally(() => setBusy(false));
    if (taken) setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  return (
    <Form className="grid gap-3" onSubmit={submit}>
      <textarea
        id={id}
        rows={3}
        aria-label={label}
        placeholder={props.placeholder ?? ticketTexts.placeholder}
        enterKeyHint="send"
        autoComplete="off"
        autoFocus={props.autoFocus}
        disabled={instead !== undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="ticket-area"
      />
      {children}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={cx('text-xs tabular-nums', left < 0 ? 'text-bad' : 'text-fg-2')}>
          {left <= WARN_LEFT && ticketTexts.left(left)}
        </p>
        {instead ?? (
          <Button type="submit" variant="primary" busy={busy}>
            {sendLabel}
          </Button>
        )}
      </div>
    </Form>
  );
}

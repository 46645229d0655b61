/**
 * The window of a staff action: its effect, the reason, the button. A refusal is shown here and keeps the reason. If the server requires a
 * fresh authenticator code, the window asks for it and then continues.
 */
import { useState } from 'react';
import { submitStaffCode } from '@fairpot/contract/staff/calls';
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH } from '@fairpot/contract/wire/call';
import { isUnavailable } from '../../../platform/calls/api.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { closeModal, type ModalViews } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, TextField } from '../../../ui/controls/fields.tsx';
import { wrongCodeText } from '../sign-in/wrong-code.ts';
import { kitTexts } from './texts.ts';

const CODE_MIN_LENGTH = 6;

/** One more field that the window asks for: the field `name` of the input. */
export interface ExtraField<Name> {
  readonly name: Name;
  readonly label: string;
  readonly hint: string;
  /** Parses the typed text; null if invalid, then `wrong` is shown. */
  readonly read: (text: string) => string | null;
  readonly wrong: string;
}

export function ActModal({ act }: ModalViews['staff.act']) {
  const [why, setWhy] = useState('');
  const [asked, setAsked] = useState('');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [tried, setTried] = useState(false);
  const shown = { onRefused: () => true };
  const giving = useSend(submitStaffCode, shown);
  const { phase, refusal, run } = useSend(act.command, {
    onAccepted: (answer) => {
      closeModal();
      act.onDone?.(answer);
    },
    onRefused: ({ code: why }) => {
      if (why === 'STAFF_CODE_OLD' || why === 'STAFF_CODE_NEEDED') setAsksCode(true);
      return true;
    },
  });
  const short = why.trim().length < REASON_MIN_LENGTH;
  const { field } = act;
  const answered = field === undefined ? {} : answerOf(field, asked);
  const submit = async () => {
    setTried(true);
    if (short || answered === null) return;
    if (asksCode) {
      if (code.trim().length < CODE_MIN_LENGTH) return;
      const answer = await giving.run({ code });
      if (answer === undefined) return;
      setWrong(wrongCodeText(answer));
      setCode('');
      if (!answer.given) return;
      setAsksCode(false);
    }
    await run({ ...act.input, ...answered, why: why.trim() });
  };
  const failed = giving.refusal ?? (asksCode ? null : refusal);
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      {act.text !== undefined && <p className="text-fg-2">{act.text}</p>}
      {act.about}
      {field !== undefined && (
        <TextField
          label={field.label}
          hint={field.hint}
          error={tried && answered === null ? field.wrong : null}
          value={asked}
          maxLength={200}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={setAsked}
        />
      )}
      <TextField
        label={kitTexts.reason}
        hint={kitTexts.reasonHint}
        error={tried && short ? kitTexts.reasonShort : null}
        value={why}
        maxLength={REASON_MAX_LENGTH}
        autoFocus={field === undefined}
        autoComplete="off"
        onChange={setWhy}
      />
      {asksCode && (
        <TextField
          label={kitTexts.newCode}
          hint={kitTexts.newCodeHint}
          error={wrong}
          autoComplete="one-time-code"
          autoFocus
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={setCode}
        />
      )}
      {failed !== null && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {act.refused?.(failed) ?? failed.text}
        </p>
      )}
      {failed !== null && isUnavailable(failed) && <p className="text-sm text-fg-2">{kitTexts.pressAgain}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>{kitTexts.cancel}</Button>
        <Button
          type="submit"
          variant={act.danger ? 'danger' : 'primary'}
          busy={phase === 'sent' || giving.phase === 'sent'}
        >
          {act.confirm}
        </Button>
      </div>
    </Form>
  );
}

/** The typed field of the input; null if the text is invalid. */
function answerOf({ name, read }: ExtraField<string>, text: string): object | null {
  const value = read(text);
  return value === null ? null : { [name]: value };
}

/**
 * The window of an act: what follows from it, the reason, the button. A refusal is printed here, and the reason stays. Where the server
 * wants a new code of the authenticator, it is asked for here, and the act goes on.
 */
import { useState } from 'react';
import { giveStaffCode, WHY_LEAST, WHY_MOST } from '@fairpot/contract/staff/calls';
import { isAway } from '../../../platform/calls/api.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { closeModal, type ModalViews } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import type { AskedField } from './act.ts';
import { wrongCode } from '../sign-in/wrong-code.ts';

const CODE_LEAST = 6;

export function ActModal({ act }: ModalViews['staff.act']) {
  const [why, setWhy] = useState('');
  const [asked, setAsked] = useState('');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [tried, setTried] = useState(false);
  const shown = { onRefused: () => true };
  const giving = useSend(giveStaffCode, shown);
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
  const short = why.trim().length < WHY_LEAST;
  const { field } = act;
  const answered = field === undefined ? {} : answerOf(field, asked);
  const submit = async () => {
    setTried(true);
    if (short || answered === null) return;
    if (asksCode) {
      if (code.trim().length < CODE_LEAST) return;
      const answer = await giving.run({ code });
      if (answer === undefined) return;
      setWrong(wrongCode(answer));
      setCode('');
      if (!answer.given) return;
      setAsksCode(false);
    }
    await run({ ...act.input, ...answered, why: why.trim() });
  };
  const failed = giving.refusal ?? (asksCode ? null : refusal);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
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
          onChange={(event) => setAsked(event.target.value)}
        />
      )}
      <TextField
        label="Why"
        hint="Stands in the audit log with your name."
        error={tried && short ? `At least ${WHY_LEAST} characters.` : null}
        value={why}
        maxLength={WHY_MOST}
        autoFocus={field === undefined}
        autoComplete="off"
        onChange={(event) => setWhy(event.target.value)}
      />
      {asksCode && (
        <TextField
          label="New code of your authenticator"
          hint="This act needs a code of the last five minutes."
          error={wrong}
          autoComplete="one-time-code"
          autoFocus
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      {failed !== null && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {act.refused?.(failed) ?? failed.text}
        </p>
      )}
      {failed !== null && isAway(failed) && (
        <p className="text-sm text-fg-2">Press again when it is back: it is the same act, and is done once.</p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>CANCEL</Button>
        <Button
          type="submit"
          variant={act.danger ? 'danger' : 'primary'}
          busy={phase === 'sent' || giving.phase === 'sent'}
        >
          {act.confirm}
        </Button>
      </div>
    </form>
  );
}

/** The part of the input that was typed; null: it is none. */
function answerOf({ name, read }: AskedField<string>, text: string): object | null {
  const value = read(text);
  return value === null ? null : { [name]: value };
}

/** The window of an act: what follows from it, the reason, the button. A refusal is printed here, and the reason stays. */
import { useState } from 'react';
import { WHY_LEAST, WHY_MOST } from '@fairpot/contract/staff';
import { useSend } from '../../../platform/calls/use-call.ts';
import { closeModal, type ModalViews } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';

export function ActModal({ act }: ModalViews['staff.act']) {
  const [why, setWhy] = useState('');
  const [tried, setTried] = useState(false);
  const { phase, refusal, run } = useSend(act.command, {
    onAccepted: (answer) => {
      closeModal();
      act.onDone?.(answer);
    },
    onRefused: () => true,
  });
  const short = why.trim().length < WHY_LEAST;
  const submit = () => {
    setTried(true);
    if (!short) void run({ ...act.input, why: why.trim() });
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {act.text !== undefined && <p className="text-fg-2">{act.text}</p>}
      <TextField
        label="Why"
        hint="Stands in the audit log with your name."
        error={tried && short ? `At least ${WHY_LEAST} characters.` : null}
        value={why}
        maxLength={WHY_MOST}
        autoFocus
        autoComplete="off"
        onChange={(event) => setWhy(event.target.value)}
      />
      {refusal !== null && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {act.refused?.(refusal) ?? refusal.text}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>CANCEL</Button>
        <Button type="submit" variant={act.danger ? 'danger' : 'primary'} busy={phase === 'sent'}>
          {act.confirm}
        </Button>
      </div>
    </form>
  );
}

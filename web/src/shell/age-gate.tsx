/** The 18+ question at the first sign-in: cannot be dismissed, only confirmed or left by logging out (rulings 1.10). */
import { confirmAge } from '@fairpot/contract/user/calls';
import { messages } from '../messages.ts';
import { refreshUser, SIGN_OUT_PATH } from '../platform/page/session.ts';
import { refetchFailed } from '../platform/calls/query-client.ts';
import { useSend } from '../platform/calls/use-call.ts';
import { Button, buttonClass } from '../ui/controls/button.tsx';
import { useMustAnswer } from './must-answer.ts';

export function AgeGate() {
  const dialog = useMustAnswer();
  const { run, phase, refusal } = useSend(confirmAge, {
    // What the page behind asked for before the answer was refused.
    onAccepted: () => void refreshUser().then(refetchFailed),
  });
  return (
    <dialog {...dialog} aria-labelledby="age-title" aria-describedby="age-body">
      <p className="mb-3 inline-block rounded-md bg-volt px-2 text-xl font-black text-volt-ink">18+</p>
      <h2 id="age-title" className="text-xl font-black">
        {messages.age.title}
      </h2>
      <p id="age-body" className="mt-2 text-fg-2">
        {messages.age.body}
      </p>
      {refusal && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {refusal.text}
        </p>
      )}
      <div className="mt-6 grid gap-2">
        <Button variant="primary" size="lg" busy={phase === 'sent'} onClick={() => void run({ adult: true })}>
          {messages.age.confirm}
        </Button>
        <a href={SIGN_OUT_PATH} className={buttonClass('quiet', 'lg')}>
          {messages.age.refuse}
        </a>
      </div>
    </dialog>
  );
}

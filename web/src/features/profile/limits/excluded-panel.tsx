/** What an exclusion says to the person it is of, on its own page and among the limits: until when, and the two words of the way back. */
import { returnToPlay } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { useSend } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { putProtection } from '../../../platform/page/protection.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatDateTime } from '../../../ui/values/time.ts';

export function ExcludedPanel({ block }: { readonly block: NonNullable<Protection['block']> }) {
  const returning = useSend(returnToPlay, { onAccepted: putProtection });
  const { until, returnFrom } = block;
  const now = serverNow();
  const over = until !== null && until <= now;
  return (
    <Panel title="You are excluded">
      <p className="text-sm text-fg-2">
        {until === null
          ? 'For good.'
          : over
            ? `Its time was over on ${formatDateTime(until)}.`
            : `Until ${formatDateTime(until)}.`}
      </p>
      {over && (
        <div className="mt-4 grid gap-2">
          <p className="text-sm">
            {returnFrom === null
              ? 'To play again, say so here, and once more 24 hours later.'
              : `You asked to come back. It can be confirmed from ${formatDateTime(returnFrom)} on.`}
          </p>
          <Button
            className="justify-self-start"
            busy={returning.phase === 'sent'}
            disabled={returnFrom !== null && now < returnFrom}
            onClick={() => void returning.run({})}
          >
            {returnFrom === null ? 'I want to come back' : 'Confirm that I come back'}
          </Button>
        </div>
      )}
    </Panel>
  );
}

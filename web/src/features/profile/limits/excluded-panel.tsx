/** A running exclusion, on its own page and among the limits: its end, and the two steps of the return to play. */
import { returnToPlay } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { useSend } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { putProtection } from '../../../platform/page/protection.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatDateTime } from '../../../platform/page/time.ts';
import { texts as limitTexts } from './texts.ts';

const texts = limitTexts.excluded;

export function ExcludedPanel({ block }: { readonly block: NonNullable<Protection['block']> }) {
  const returning = useSend(returnToPlay, { onAccepted: putProtection });
  const { until, returnFrom } = block;
  const now = serverNow();
  const over = until !== null && until <= now;
  return (
    <Panel title={texts.title}>
      <p className="text-sm text-fg-2">
        {until === null
          ? texts.permanent
          : over
            ? texts.ended(formatDateTime(until))
            : texts.until(formatDateTime(until))}
      </p>
      {over && (
        <div className="mt-4 grid gap-2">
          <p className="text-sm">
            {returnFrom === null ? texts.howToReturn : texts.requested(formatDateTime(returnFrom))}
          </p>
          <Button
            className="justify-self-start"
            busy={returning.phase === 'sent'}
            disabled={returnFrom !== null && now < returnFrom}
            onClick={() => void returning.run({})}
          >
            {returnFrom === null ? texts.request : texts.confirm}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** A break from play, or the exclusion that replaces it: its length, a confirmation that it cannot be ended early, and the end of a running one. */
import { useState } from 'react';
import { BREAK_HOURS, takeBreak } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { putProtection } from '../../../platform/page/protection.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ExcludedPanel } from './excluded-panel.tsx';
import { texts as limitTexts } from './texts.ts';

const texts = limitTexts.break;
import { formatDateTime } from '../../../platform/page/time.ts';

const OPTIONS = BREAK_HOURS.map((hours) => ({ value: String(hours), label: texts.lengths[hours] }));

export function BreakPanel({ block }: { readonly block: Protection['block'] }) {
  const [length, setLength] = useState('24');
  const [sure, setSure] = useState(false);
  const taking = useSend(takeBreak, {
    onAccepted: (protection) => {
      putProtection(protection);
      setSure(false);
    },
  });
  if (block?.kind === 'EXCLUDED') return <ExcludedPanel block={block} />;
  const chosen = OPTIONS.find(({ value }) => value === length)?.label ?? '';
  return (
    <Panel title={texts.title}>
      <div className="grid gap-3">
        {block !== null && block.until !== null && (
          <p role="status" className="text-sm font-semibold text-warn">
            {texts.running(formatDateTime(block.until))}
          </p>
        )}
        <p className="text-sm text-fg-2">{texts.about}</p>
        {sure ? (
          <div className="grid gap-2 rounded-md border border-warn p-3">
            <p className="text-sm font-semibold">{texts.sure(chosen)}</p>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="danger"
                busy={taking.phase === 'sent'}
                onClick={() => void taking.run({ hours: Number(length) })}
              >
                {texts.start}
              </Button>
              <Button variant="quiet" onClick={() => setSure(false)}>
                {texts.cancel}
              </Button>
            </div>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Select label={texts.length} options={OPTIONS} value={length} onChange={setLength} className="w-40" />
            <Button onClick={() => setSure(true)}>{texts.take}</Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

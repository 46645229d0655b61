/** A break from play, or the exclusion that stands in its place: how long, a second press that says it cannot be ended early, and how long the one that runs still is. */
import { useState } from 'react';
import { BREAK_HOURS, takeBreak } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { putProtection } from '../../../platform/page/protection.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ExcludedPanel } from './excluded-panel.tsx';
import { formatDateTime } from '../../../ui/values/time.ts';

const TEXTS: Readonly<Record<(typeof BREAK_HOURS)[number], string>> = {
  1: '1 hour',
  24: '24 hours',
  168: '7 days',
  720: '30 days',
  1008: '6 weeks',
};
const OPTIONS = BREAK_HOURS.map((hours) => ({ value: String(hours), label: TEXTS[hours] }));

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
    <Panel title="Take a break">
      <div className="grid gap-3">
        {block !== null && block.until !== null && (
          <p role="status" className="text-sm font-semibold text-warn">
            You are taking a break until {formatDateTime(block.until)}. It can only be made longer.
          </p>
        )}
        <p className="text-sm text-fg-2">
          No stakes, purchases or deposits until it is over. Open games finish, withdrawals and support stay open.
        </p>
        {sure ? (
          <div className="grid gap-2 rounded-md border border-warn p-3">
            <p className="text-sm font-semibold">A break of {chosen} cannot be ended early.</p>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="danger"
                busy={taking.phase === 'sent'}
                onClick={() => void taking.run({ hours: Number(length) })}
              >
                Begin now
              </Button>
              <Button variant="quiet" onClick={() => setSure(false)}>
                Not now
              </Button>
            </div>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Select
              label="Length of the break"
              options={OPTIONS}
              value={length}
              onChange={setLength}
              className="w-40"
            />
            <Button onClick={() => setSure(true)}>Take a break</Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

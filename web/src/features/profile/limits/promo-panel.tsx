/** Promo code entry: what it gave stands below the field, and why it gave nothing. */
import { useState } from 'react';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { activatePromocode } from '@fairpot/contract/promo/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { useStop } from '../../../platform/page/protection.ts';
import { refreshUser } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';

export function PromoPanel() {
  const [code, setCode] = useState('');
  const [given, setGiven] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useStop(null);
  const taking = useSend(activatePromocode, {
    onAccepted: ({ amountUsd, item }) => {
      setCode('');
      setGiven(
        item === null
          ? `${formatUsd(centsFromUsd(amountUsd ?? 0))} added to your balance`
          : `${[item.name, item.itemName].filter(Boolean).join(' | ')} is in your inventory. ` +
              'Prize items cannot be staked',
      );
      void refreshUser();
      void refetchAll(siteInventory);
    },
    onRefused: (refusal) => setProblem(refusal.text),
  });
  return (
    <Panel title="Promo code">
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setGiven(null);
          if (code.trim() !== '') void taking.run({ code: code.trim() });
        }}
      >
        <TextField
          label="Your code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          value={code}
          error={stop?.text ?? problem}
          onChange={(event) => {
            setCode(event.target.value);
            setProblem(null);
          }}
        />
        <p role="status" className="text-sm font-semibold text-ok empty:hidden">
          {given}
        </p>
        <Button
          type="submit"
          variant="primary"
          busy={taking.phase === 'sent'}
          disabled={code.trim() === '' || stop !== null}
        >
          {stop?.short ?? 'Activate'}
        </Button>
      </form>
    </Panel>
  );
}

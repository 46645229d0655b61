/** Promo code entry: the field, and below it what the code gave or why it gave nothing. */
import { useState } from 'react';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { activatePromocode } from '@fairpot/contract/promo/calls';
import { useSend } from '../../../platform/calls/use-call.ts';
import { useStop } from '../../../platform/page/protection.ts';
import { itemsChanged } from '../../../games-kit/items-changed.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, TextField, useField } from '../../../ui/controls/fields.tsx';
import { focusField } from '../../../ui/controls/focus-field.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { texts as limitTexts } from './texts.ts';

const texts = limitTexts.promo;

export function PromoPanel() {
  const { text: code, setText: setCode, setProblem, field } = useField();
  const [given, setGiven] = useState<string | null>(null);
  const stop = useStop(null);
  const activating = useSend(activatePromocode, {
    onAccepted: ({ amountUsd, item }) => {
      setCode('');
      setGiven(
        item === null
          ? texts.balance(formatUsd(centsFromUsd(amountUsd ?? 0)))
          : texts.item([item.name, item.itemName].filter(Boolean).join(' | ')),
      );
      itemsChanged();
    },
    onRefused: (refusal) => setProblem(refusal.text),
  });
  return (
    <Panel title={texts.title}>
      <Form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          setGiven(null);
          if (code.trim() !== '') return void activating.run({ code: code.trim() });
          setProblem(texts.missing);
          focusField(event);
        }}
      >
        <TextField
          label={texts.label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          {...field}
          error={stop?.text ?? field.error}
        />
        <p role="status" className="text-sm font-semibold text-ok empty:hidden">
          {given}
        </p>
        <Button type="submit" variant="primary" busy={activating.phase === 'sent'} disabled={stop !== null}>
          {stop?.short ?? texts.activate}
        </Button>
      </Form>
    </Panel>
  );
}

/**
 * The question before a first deposit (RTS 12): a deposit limit that the player sets, or none. Asked once; deposits, and stakes
 * from Steam, stay off until it is answered.
 */
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { answerLimitQuestion, LIMIT_SPANS, setLimit } from '@fairpot/contract/protection/calls';
import type { LimitSpan } from '@fairpot/contract/protection/schemas';
import { centsFromText, usd } from '@fairpot/contract/wire/money';
import { useSend } from '../platform/calls/use-call.ts';
import { putProtection, useProtection } from '../platform/page/protection.ts';
import { toastSuccess } from '../platform/page/toasts.ts';
import { Button } from '../ui/controls/button.tsx';
import { Form, Select, TextField, useField } from '../ui/controls/fields.tsx';
import { Link } from '../ui/controls/link.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { texts as tradeTexts } from './texts.ts';

const texts = tradeTexts.limitQuestion;
const SPANS = Object.keys(LIMIT_SPANS) as LimitSpan[];
const OPTIONS = SPANS.map((span) => ({ value: span, label: texts.inPeriod(LIMIT_SPANS[span].words) }));

export function LimitQuestion() {
  const protection = useProtection();
  return protection === undefined || protection.limitsAnswered || protection.block !== null ? null : <Question />;
}

function Question() {
  const { text, setProblem, field } = useField();
  const [span, setSpan] = useState<LimitSpan>('week');
  const shown = {
    onRefused: (refusal: { readonly text: string }) => {
      setProblem(refusal.text);
      return true;
    },
  };
  const setting = useSend(setLimit, {
    ...shown,
    onAccepted: (protection) => {
      putProtection(protection);
      toastSuccess(texts.saved);
    },
  });
  const answering = useSend(answerLimitQuestion, { ...shown, onAccepted: putProtection });
  const save = () => {
    const sum = centsFromText(text);
    if (sum === null) return setProblem(texts.badAmount);
    return void setting.run({ kind: 'deposit', span, limitUsd: usd(sum) });
  };
  return (
    <Panel
      className="@container"
      title={
        <span className="flex items-center gap-2">
          <ShieldCheck aria-hidden size={18} /> {texts.title}
        </span>
      }
    >
      <p className="max-w-3xl text-sm text-fg-2">
        {texts.text}{' '}
        <Link to="/profile?tab=limits" className="font-semibold text-fg underline">
          {texts.link}
        </Link>
        .
      </p>
      <Form
        className="mt-4 grid items-start gap-3 @min-[560px]:grid-cols-[minmax(0,1fr)_auto]"
        noValidate
        onSubmit={save}
      >
        <TextField label={texts.amount} inputMode="decimal" autoComplete="off" maxLength={12} {...field} />
        <Select
          label={texts.period}
          options={OPTIONS}
          value={span}
          onChange={setSpan}
          className="w-full @min-[560px]:mt-6.5 @min-[560px]:w-40"
        />
        <div className="flex flex-wrap gap-2 @min-[560px]:col-span-2">
          <Button type="submit" variant="primary" busy={setting.phase === 'sent'}>
            {texts.set}
          </Button>
          <Button busy={answering.phase === 'sent'} onClick={() => void answering.run({ answer: 'NONE' })}>
            {texts.none}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

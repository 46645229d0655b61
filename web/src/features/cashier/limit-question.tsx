/**
 * The question before a first deposit: a limit on deposits, of a sum of one's own, or none (RTS 12). Asked once; until it is answered
 * nothing is deposited.
 */
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { answerLimits, LIMIT_SPANS, setLimit } from '@fairpot/contract/protection/calls';
import type { LimitSpan } from '@fairpot/contract/protection/schemas';
import { centsFromText, usd } from '@fairpot/contract/wire/money';
import { useSend } from '../../platform/calls/use-call.ts';
import { putProtection, useProtection } from '../../platform/page/protection.ts';
import { toastSuccess } from '../../platform/page/toasts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select, TextField } from '../../ui/controls/fields.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

const SPANS = Object.keys(LIMIT_SPANS) as LimitSpan[];
const OPTIONS = SPANS.map((span) => ({ value: span, label: `in ${LIMIT_SPANS[span].words}` }));

export function LimitQuestion() {
  const protection = useProtection();
  return protection === undefined || protection.limitsAnswered || protection.block !== null ? null : <Question />;
}

function Question() {
  const [text, setText] = useState('');
  const [span, setSpan] = useState<LimitSpan>('week');
  const [problem, setProblem] = useState<string | null>(null);
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
      toastSuccess('Your deposit limit holds from now on');
    },
  });
  const answering = useSend(answerLimits, { ...shown, onAccepted: putProtection });
  const save = () => {
    const sum = centsFromText(text);
    if (sum === null) return setProblem('A sum in dollars, with at most two decimals');
    return void setting.run({ kind: 'deposit', span, limitUsd: usd(sum) });
  };
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <ShieldCheck aria-hidden size={18} /> Before your first deposit
        </span>
      }
    >
      <p className="max-w-3xl text-sm text-fg-2">
        Do you want a limit on what you deposit? A lower one holds at once, a higher one when you confirm it 24 hours
        later. You can set, change and remove limits at any time in{' '}
        <Link to="/profile?tab=limits" className="font-semibold text-fg underline">
          your profile
        </Link>
        .
      </p>
      <form
        className="mt-4 grid items-start gap-3 @min-[560px]:grid-cols-[minmax(0,1fr)_auto]"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="At most, in dollars"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <Select
          label="Span of the limit"
          options={OPTIONS}
          value={span}
          onChange={setSpan}
          className="w-full @min-[560px]:mt-6.5 @min-[560px]:w-40"
        />
        <div className="flex flex-wrap gap-2 @min-[560px]:col-span-2">
          <Button type="submit" variant="primary" busy={setting.phase === 'sent'}>
            Set this limit
          </Button>
          <Button busy={answering.phase === 'sent'} onClick={() => void answering.run({ answer: 'NONE' })}>
            No limit for now
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Lets the user change secret, beacon or stakes to see the ticket move. Clearly marked as not the recorded round. */
import { FlaskConical, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import { cents, plainUsd } from '@fairpot/contract/wire/money';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { TextField } from '../../ui/controls/fields.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DrawPicture } from './draw-picture.tsx';
import { useVerification } from './use-verification.ts';
import { isChanged, readAmount, stakesOf, withEdits } from './what-if.ts';
import { texts } from './texts.ts';

interface EditedInputs {
  readonly secret: string;
  readonly signature: string;
  readonly amounts: readonly string[];
}

function inputsOf(proof: RoundProof): EditedInputs {
  return {
    secret: proof.secret,
    signature: proof.drand.signature,
    amounts: stakesOf(proof).map((stake) => plainUsd(cents(stake))),
  };
}

const MAX_STAKES = 6;

export function WhatIfPanel({ proof }: { readonly proof: RoundProof }) {
  const [edited, setEdited] = useState<EditedInputs>(() => inputsOf(proof));
  const amounts = edited.amounts.map(readAmount);
  const changed = useMemo(() => {
    const read = edited.amounts.flatMap((text, at) => {
      const amount = readAmount(text);
      return amount === null ? [] : [[at, amount] as const];
    });
    return withEdits(proof, { secret: edited.secret, signature: edited.signature, cents: Object.fromEntries(read) });
  }, [proof, edited]);
  const touched = isChanged(proof, {
    secret: changed.secret,
    signature: changed.drand.signature,
    cents: centsOf(changed),
  });
  const verification = useVerification(changed);
  const result = verification.state === 'done' ? verification.result : null;
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <FlaskConical aria-hidden size={20} /> {texts.whatIf.title}
        </span>
      }
      actions={
        <Button
          icon={<RotateCcw aria-hidden size={16} />}
          disabled={!touched}
          onClick={() => setEdited(inputsOf(proof))}
        >
          {texts.whatIf.reset}
        </Button>
      }
      className={cx(touched && 'border-2 border-dashed border-warn')}
    >
      <div className="grid gap-5">
        <p className={cx('text-sm', touched ? 'font-bold text-warn' : 'text-fg-2')}>
          {touched ? texts.whatIf.changed : texts.whatIf.hint(edited.amounts.length > 0)}
        </p>
        <div className="grid gap-4 lg:grid-cols-2">
          <TextField
            label={texts.whatIf.secret}
            value={edited.secret}
            spellCheck={false}
            onChange={(value) => setEdited({ ...edited, secret: value })}
          />
          <TextField
            label={texts.whatIf.signature}
            value={edited.signature}
            spellCheck={false}
            error={/^[0-9a-f]{96}$/.test(edited.signature) ? null : texts.whatIf.signatureError}
            onChange={(value) => setEdited({ ...edited, signature: value })}
          />
          {edited.amounts.slice(0, MAX_STAKES).map((text, at) => (
            <TextField
              key={at}
              label={texts.whatIf.stake(at + 1)}
              inputMode="decimal"
              value={text}
              error={amounts[at] === null ? texts.whatIf.stakeError : null}
              onChange={(value) =>
                setEdited({
                  ...edited,
                  amounts: edited.amounts.map((other, i) => (i === at ? value : other)),
                })
              }
            />
          ))}
        </div>
        {result?.picture && <DrawPicture picture={result.picture} lock={changed.lock} />}
        {result && !result.picture && <p className="text-sm text-warn">{texts.whatIf.noDraw}</p>}
        {touched && result && (
          <Broken titles={result.verdict.steps.filter((step) => !step.ok).map((step) => step.title)} />
        )}
      </div>
    </Panel>
  );
}

function centsOf(proof: RoundProof): Record<number, number> {
  return Object.fromEntries(stakesOf(proof).map((stake, at) => [at, stake]));
}

function Broken({ titles }: { readonly titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="font-bold">{texts.whatIf.failing}</p>
      <ul className="mt-1 list-disc pl-5 text-fg-2">
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </div>
  );
}

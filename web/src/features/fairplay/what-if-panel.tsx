/** Changing secret, beacon or stakes to see the ticket move. Clearly not the recorded round. */
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

interface EditedInputs {
  readonly secret: string;
  readonly signature: string;
  readonly amounts: readonly string[];
}

function textsOf(proof: RoundProof): EditedInputs {
  return {
    secret: proof.secret,
    signature: proof.drand.signature,
    amounts: stakesOf(proof).map((stake) => plainUsd(cents(stake))),
  };
}

const MAX_STAKES = 6;

export function WhatIfPanel({ proof }: { readonly proof: RoundProof }) {
  const [texts, setTexts] = useState<EditedInputs>(() => textsOf(proof));
  const amounts = texts.amounts.map(readAmount);
  const changed = useMemo(() => {
    const read = texts.amounts.flatMap((text, at) => {
      const amount = readAmount(text);
      return amount === null ? [] : [[at, amount] as const];
    });
    return withEdits(proof, { secret: texts.secret, signature: texts.signature, cents: Object.fromEntries(read) });
  }, [proof, texts]);
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
          <FlaskConical aria-hidden size={20} /> Try other inputs
        </span>
      }
      actions={
        <Button icon={<RotateCcw aria-hidden size={16} />} disabled={!touched} onClick={() => setTexts(textsOf(proof))}>
          Back to the record
        </Button>
      }
      className={cx(touched && 'border-2 border-dashed border-warn')}
    >
      <div className="grid gap-5">
        <p className={cx('text-sm', touched ? 'font-bold text-warn' : 'text-fg-2')}>
          {touched
            ? 'Your changes, not the recorded round.'
            : `Change one character${texts.amounts.length > 0 ? ' or one cent' : ''} and watch the ` +
              `${texts.amounts.length > 0 ? 'ticket jump' : 'drops change'}. This is why every input is fixed ` +
              'before the next one exists.'}
        </p>
        <div className="grid gap-4 lg:grid-cols-2">
          <TextField
            label="Secret"
            value={texts.secret}
            spellCheck={false}
            onChange={(event) => setTexts({ ...texts, secret: event.target.value })}
          />
          <TextField
            label="Beacon signature"
            value={texts.signature}
            spellCheck={false}
            error={/^[0-9a-f]{96}$/.test(texts.signature) ? null : '48 bytes: 96 digits of lower-case hex'}
            onChange={(event) => setTexts({ ...texts, signature: event.target.value })}
          />
          {texts.amounts.slice(0, MAX_STAKES).map((text, at) => (
            <TextField
              key={at}
              label={`Stake ${at + 1} in dollars`}
              inputMode="decimal"
              value={text}
              error={amounts[at] === null ? 'An amount such as 20.00' : null}
              onChange={(event) =>
                setTexts({
                  ...texts,
                  amounts: texts.amounts.map((other, i) => (i === at ? event.target.value : other)),
                })
              }
            />
          ))}
        </div>
        {result?.picture && <DrawPicture picture={result.picture} lock={changed.lock} />}
        {result && !result.picture && <p className="text-sm text-warn">Nothing can be drawn from these inputs.</p>}
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
      <p className="font-bold">With your changes these checks catch it:</p>
      <ul className="mt-1 list-disc pl-5 text-fg-2">
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </div>
  );
}

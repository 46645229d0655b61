/** Deposit, stake and loss limits with their use. A lower limit applies at once; a higher one is requested and confirmed a day later. */
import { useState } from 'react';
import {
  confirmLimit,
  cancelLooserLimit,
  LIMIT_KINDS,
  LIMIT_SPANS,
  setLimit,
} from '@fairpot/contract/protection/calls';
import type { LimitKind, LimitSpan, Protection } from '@fairpot/contract/protection/schemas';
import { centsFromText, centsFromUsd, formatUsd, plainUsd, usd } from '@fairpot/contract/wire/money';
import { putProtection } from '../../../platform/page/protection.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, TextField, useField } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatDateTime } from '../../../platform/page/time.ts';
import { texts as limitTexts } from './texts.ts';

type PlayerLimit = Protection['limits'][number];

const texts = limitTexts.limits;
const TITLES: Readonly<Record<LimitKind, string>> = texts.titles;
const SPANS = Object.keys(LIMIT_SPANS) as LimitSpan[];

export function LimitsPanel({ protection }: { readonly protection: Protection }) {
  return (
    <Panel title={texts.title}>
      <div className="grid gap-6">
        {LIMIT_KINDS.map((kind) => (
          <section key={kind} aria-label={TITLES[kind]} className="grid gap-2">
            <h3 className="text-sm font-extrabold">{TITLES[kind]}</h3>
            <p className="text-xs text-fg-2">{texts.about[kind]}</p>
            <ul className="grid divide-y divide-line">
              {SPANS.map((span) => (
                <Row
                  key={span}
                  kind={kind}
                  span={span}
                  limit={protection.limits.find((each) => each.kind === kind && each.span === span)}
                />
              ))}
            </ul>
          </section>
        ))}
        <NetDeposits net={protection.net} />
        <p className="text-xs text-fg-2">{texts.note}</p>
      </div>
    </Panel>
  );
}

/** Deposits minus withdrawals, and since when (RTS 1C). */
function NetDeposits({ net }: Pick<Protection, 'net'>) {
  const { net: names } = limitTexts;
  const sums = [
    [names.deposited, formatUsd(centsFromUsd(net.depositedUsd))],
    [names.withdrawn, formatUsd(centsFromUsd(net.withdrawnUsd))],
    [names.title, formatUsd(centsFromUsd(net.netUsd))],
  ] as const;
  return (
    <section aria-label={names.title} className="grid gap-2">
      <h3 className="text-sm font-extrabold">
        {names.title} <span className="font-normal text-fg-2">{names.since(formatDateTime(net.since))}</span>
      </h3>
      <dl className="grid grid-cols-3 gap-3">
        {sums.map(([name, sum]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-fg-2">{name}</dt>
            <dd className="font-extrabold wrap-anywhere tabular-nums">{sum}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-fg-2">{names.note}</p>
    </section>
  );
}

interface LimitRowProps {
  readonly kind: LimitKind;
  readonly span: LimitSpan;
  readonly limit: PlayerLimit | undefined;
}

function Row({ kind, span, limit }: LimitRowProps) {
  const [editing, setEditing] = useState(false);
  const { words } = LIMIT_SPANS[span];
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <p className="text-sm">
            <span className="text-fg-2">{texts.period(words)}</span>{' '}
            <strong className="ml-1 tabular-nums">
              {limit ? formatUsd(centsFromUsd(limit.limitUsd)) : texts.noLimit}
            </strong>
          </p>
          {limit && <Used limit={limit} words={words} />}
        </div>
        <Button
          aria-expanded={editing}
          aria-label={(limit ? texts.changeLimit : texts.setLimit)(TITLES[kind].toLowerCase(), words)}
          onClick={() => setEditing(!editing)}
        >
          {limit ? texts.change : texts.set}
        </Button>
      </div>
      {limit?.asked && <RequestedLimit kind={kind} span={span} request={limit.asked} />}
      {editing && <Edit kind={kind} span={span} limit={limit} onDone={() => setEditing(false)} />}
    </li>
  );
}

/** How much of the limit is used, as a bar and as text. */
function Used({ limit, words }: { readonly limit: PlayerLimit; readonly words: string }) {
  const most = centsFromUsd(limit.limitUsd);
  const part = most === 0 ? 1 : Math.min(1, Math.max(0, centsFromUsd(limit.usedUsd)) / most);
  return (
    <>
      <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-ink-4" aria-hidden>
        <div
          className={part < 1 ? 'h-full origin-left bg-fg' : 'h-full origin-left bg-warn'}
          style={{ transform: `scaleX(${part})` }}
        />
      </div>
      <p className="mt-1 text-xs text-fg-2 tabular-nums">
        {texts.used(formatUsd(centsFromUsd(limit.usedUsd)), words, formatUsd(centsFromUsd(limit.freeUsd)))}
      </p>
      {limit.kind === 'deposit' && centsFromUsd(limit.usedUsd) > centsFromUsd(limit.limitUsd) && (
        <p className="mt-1 text-xs font-semibold text-warn">{texts.exceeded}</p>
      )}
    </>
  );
}

interface RequestedLimitProps extends Omit<LimitRowProps, 'limit'> {
  readonly request: NonNullable<PlayerLimit['asked']>;
}

/** A higher limit that the player requested, to be confirmed or dropped. */
function RequestedLimit({ kind, span, request }: RequestedLimitProps) {
  const confirming = useSend(confirmLimit, { onAccepted: putProtection });
  const keeping = useSend(cancelLooserLimit, { onAccepted: putProtection });
  const open = request.from <= serverNow();
  const { limitUsd: requested } = request;
  const limit = requested === null ? texts.noLimit : formatUsd(centsFromUsd(requested));
  return (
    <div className="grid gap-2 rounded-md border border-warn p-3">
      <p className="text-sm">
        {texts.requested(limit)} {open ? texts.stillWanted : texts.confirmFrom(formatDateTime(request.from))}
      </p>
      <div className="flex flex-wrap gap-2">
        {open && (
          <Button busy={confirming.phase === 'sent'} onClick={() => void confirming.run({ kind, span })}>
            {texts.confirm}
          </Button>
        )}
        <Button busy={keeping.phase === 'sent'} onClick={() => void keeping.run({ kind, span })}>
          {texts.keep}
        </Button>
      </div>
    </div>
  );
}

function Edit({ kind, span, limit, onDone }: LimitRowProps & { readonly onDone: () => void }) {
  const { text, setProblem, field } = useField(limit ? plainUsd(centsFromUsd(limit.limitUsd)) : '');
  const setting = useSend(setLimit, {
    onAccepted: (protection) => {
      putProtection(protection);
      onDone();
    },
    onRefused: (refusal) => setProblem(refusal.text),
  });
  const save = () => {
    const sum = centsFromText(text);
    if (sum === null) return setProblem(texts.badAmount);
    return void setting.run({ kind, span, limitUsd: usd(sum) });
  };
  return (
    <Form className="grid gap-2" noValidate onSubmit={save}>
      <TextField
        label={texts.amount(TITLES[kind], LIMIT_SPANS[span].words)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        autoFocus
        {...field}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={setting.phase === 'sent'}>
          {texts.save}
        </Button>
        {limit && (
          <Button variant="quiet" onClick={() => void setting.run({ kind, span, limitUsd: null })}>
            {texts.remove}
          </Button>
        )}
        <Button variant="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </Form>
  );
}

/** Deposit, stake and loss limits: what is used of each, a tighter one at once, a looser one asked for and confirmed a day later. */
import { useState } from 'react';
import { confirmLimit, keepLimit, LIMIT_KINDS, LIMIT_SPANS, setLimit } from '@fairpot/contract/protection/calls';
import type { LimitKind, LimitSpan, Protection } from '@fairpot/contract/protection/schemas';
import { centsFromText, centsFromUsd, formatUsd, plainUsd, usd } from '@fairpot/contract/wire/money';
import { putProtection } from '../../../platform/page/protection.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatDateTime } from '../../../ui/values/time.ts';

type Limit = Protection['limits'][number];

const TITLES: Readonly<Record<LimitKind, string>> = {
  deposit: 'Deposit limit',
  stake: 'Stake limit',
  loss: 'Loss limit',
};
const MEANS: Readonly<Record<LimitKind, string>> = {
  deposit: 'All you bring in, by trades and coins. What a chain brings by itself is credited and counted.',
  stake: 'All you stake, over all games. What comes back from a cancelled game does not count.',
  loss: 'What you stake less what you win. An open stake counts as lost.',
};
const SPANS = Object.keys(LIMIT_SPANS) as LimitSpan[];

export function LimitsPanel({ protection }: { readonly protection: Protection }) {
  return (
    <Panel title="Limits">
      <div className="grid gap-6">
        {LIMIT_KINDS.map((kind) => (
          <section key={kind} aria-label={TITLES[kind]} className="grid gap-2">
            <h3 className="text-sm font-extrabold">{TITLES[kind]}</h3>
            <p className="text-xs text-fg-2">{MEANS[kind]}</p>
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
        <p className="text-xs text-fg-2">
          A lower limit holds at once. A higher one, or none, holds when you confirm it 24 hours later. Spans roll with
          the clock, whatever your time zone; there is no midnight at which they begin anew. What counts in an hour
          counts until that whole hour is older than the span.
        </p>
      </div>
    </Panel>
  );
}

/** What came in less what went out, and since when (RTS 1C). */
function NetDeposits({ net }: Pick<Protection, 'net'>) {
  const sums = [
    ['Deposited', formatUsd(centsFromUsd(net.depositedUsd))],
    ['Withdrawn', formatUsd(centsFromUsd(net.withdrawnUsd))],
    ['Net deposits', formatUsd(centsFromUsd(net.netUsd))],
  ] as const;
  return (
    <section aria-label="Net deposits" className="grid gap-2">
      <h3 className="text-sm font-extrabold">
        Net deposits <span className="font-normal text-fg-2">since {formatDateTime(net.since)}</span>
      </h3>
      <dl className="grid grid-cols-3 gap-3">
        {sums.map(([name, sum]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-fg-2">{name}</dt>
            <dd className="font-extrabold wrap-anywhere tabular-nums">{sum}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-fg-2">By trades and coins. A trade counts when Steam can no longer take it back.</p>
    </section>
  );
}

interface RowProps {
  readonly kind: LimitKind;
  readonly span: LimitSpan;
  readonly limit: Limit | undefined;
}

function Row({ kind, span, limit }: RowProps) {
  const [editing, setEditing] = useState(false);
  const { words } = LIMIT_SPANS[span];
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <p className="text-sm">
            <span className="text-fg-2">In {words}</span>{' '}
            <strong className="ml-1 tabular-nums">
              {limit ? formatUsd(centsFromUsd(limit.limitUsd)) : 'no limit'}
            </strong>
          </p>
          {limit && <Used limit={limit} words={words} />}
        </div>
        <Button
          aria-expanded={editing}
          aria-label={`${limit ? 'Change' : 'Set'} the ${TITLES[kind].toLowerCase()} in ${words}`}
          onClick={() => setEditing(!editing)}
        >
          {limit ? 'Change' : 'Set'}
        </Button>
      </div>
      {limit?.asked && <Asked kind={kind} span={span} asked={limit.asked} />}
      {editing && <Edit kind={kind} span={span} limit={limit} onDone={() => setEditing(false)} />}
    </li>
  );
}

/** How much of it is used, as a bar and in words. */
function Used({ limit, words }: { readonly limit: Limit; readonly words: string }) {
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
        {formatUsd(centsFromUsd(limit.usedUsd))} counted in {words}, {formatUsd(centsFromUsd(limit.freeUsd))} left
      </p>
      {limit.kind === 'deposit' && centsFromUsd(limit.usedUsd) > centsFromUsd(limit.limitUsd) && (
        <p className="mt-1 text-xs font-semibold text-warn">
          More came in than the limit: what a chain or an old offer brings by itself is credited and counted. You can
          take it out in full.
        </p>
      )}
    </>
  );
}

function Asked({ kind, span, asked }: Omit<RowProps, 'limit'> & { readonly asked: NonNullable<Limit['asked']> }) {
  const confirming = useSend(confirmLimit, { onAccepted: putProtection });
  const keeping = useSend(keepLimit, { onAccepted: putProtection });
  const open = asked.from <= serverNow();
  const { limitUsd: wanted } = asked;
  const what = wanted === null ? 'No limit' : formatUsd(centsFromUsd(wanted));
  return (
    <div className="grid gap-2 rounded-md border border-warn p-3">
      <p className="text-sm">
        {what} asked for. {open ? 'Do you still want it?' : `You can confirm it from ${formatDateTime(asked.from)} on.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {open && (
          <Button busy={confirming.phase === 'sent'} onClick={() => void confirming.run({ kind, span })}>
            Confirm
          </Button>
        )}
        <Button busy={keeping.phase === 'sent'} onClick={() => void keeping.run({ kind, span })}>
          Keep it as it is
        </Button>
      </div>
    </div>
  );
}

function Edit({ kind, span, limit, onDone }: RowProps & { readonly onDone: () => void }) {
  const [text, setText] = useState(limit ? plainUsd(centsFromUsd(limit.limitUsd)) : '');
  const [problem, setProblem] = useState<string | null>(null);
  const setting = useSend(setLimit, {
    onAccepted: (protection) => {
      putProtection(protection);
      onDone();
    },
    onRefused: (refusal) => setProblem(refusal.text),
  });
  const save = () => {
    const sum = centsFromText(text);
    if (sum === null) return setProblem('A sum in dollars, with at most two decimals');
    return void setting.run({ kind, span, limitUsd: usd(sum) });
  };
  return (
    <form
      className="grid gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={`${TITLES[kind]} in ${LIMIT_SPANS[span].words}, in dollars`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        autoFocus
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={setting.phase === 'sent'}>
          Save
        </Button>
        {limit && (
          <Button variant="quiet" onClick={() => void setting.run({ kind, span, limitUsd: null })}>
            Ask for no limit
          </Button>
        )}
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

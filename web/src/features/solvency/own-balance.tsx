/** 'Your balance is counted': found by the player's own browser in the newest published tree. */
import { BadgeCheck, CircleAlert, LoaderCircle, LogIn, OctagonX } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import { SIGN_IN_PATH, useSession } from '../../platform/page/session.ts';
import { messages } from '../../messages.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { readNotes } from './balance-notes.ts';
import { checkMine, type HoldHead, type OwnState } from './check.ts';
import { Time } from './cover-chart.tsx';

export interface OwnBalanceProps {
  readonly hold: HoldHead;
  /** The newest statement that the page shows: a new one is checked anew. */
  readonly newest: number | null;
}

export function OwnBalance({ hold, newest }: OwnBalanceProps) {
  const { status, user } = useSession();
  return (
    <Panel title="Is your balance counted?">
      {status === 'in' ? (
        <Checked key={`${user.id} ${newest}`} id={user.id} steamid={user.steamid} hold={hold} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-[60ch] text-sm text-fg-2">
            Sign in, and your browser looks for you in the tree: it fetches your leaf, recomputes the path to the root
            that stands in the public log, and compares.
          </p>
          <a href={SIGN_IN_PATH} className={buttonClass('primary')}>
            <LogIn aria-hidden size={16} />
            {messages.login}
          </a>
        </div>
      )}
    </Panel>
  );
}

type Run = OwnState | { readonly state: 'looking' | 'unreachable' };

interface CheckedProps {
  readonly id: string;
  readonly steamid: string;
  readonly hold: HoldHead;
}

function Checked({ id, steamid, hold }: CheckedProps) {
  const [run, setRun] = useState<Run>({ state: 'looking' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    checkMine(steamid, readNotes(id), hold).then(
      (found) => wanted && setRun(found),
      () => wanted && setRun({ state: 'unreachable' }),
    );
    return () => {
      wanted = false;
    };
  }, [id, steamid, hold, tries]);
  const again = () => {
    setRun({ state: 'looking' });
    setTries((count) => count + 1);
  };
  return (
    <div className="grid gap-4">
      <Finding run={run} />
      {run.state === 'counted' && <Leaf run={run} />}
      <div>
        <Button busy={run.state === 'looking'} onClick={again}>
          Check again
        </Button>
      </div>
    </div>
  );
}

function Finding({ run }: { readonly run: Run }) {
  switch (run.state) {
    case 'looking':
      return (
        <Line icon={<LoaderCircle aria-hidden size={20} />} tone="text-fg-2">
          Your browser is looking for you in the tree.
        </Line>
      );
    case 'unreachable':
      return (
        <Line icon={<CircleAlert aria-hidden size={20} />} tone="text-warn">
          The statement cannot be reached right now, so nothing was checked.
        </Line>
      );
    case 'none':
      return (
        <Line icon={<CircleAlert aria-hidden size={20} />} tone="text-fg-2">
          There is no statement in the log that could be checked yet.
        </Line>
      );
    case 'nothing':
      return (
        <Line icon={<BadgeCheck aria-hidden size={20} />} tone="text-fg-2">
          Nothing was owed to you when statement {run.number} was made (<Time at={run.at} />
          ), so you have no leaf in it. If you had a balance then, this is wrong: keep a copy of this page.
        </Line>
      );
    case 'contradicted':
      return (
        <div role="alert" className="flex items-start gap-3 rounded-lg border-2 border-bad bg-bad p-4 text-ink-0">
          <OctagonX aria-hidden size={24} className="shrink-0" />
          <p className="min-w-0 text-sm font-semibold wrap-anywhere">
            <strong className="block text-base font-extrabold">
              MISMATCH: your balance is not counted as it should be
            </strong>
            {`Your browser found this by itself: ${run.problem}. Keep a copy of this page and withdraw.`}
          </p>
        </div>
      );
    case 'counted':
      return (
        <Line icon={<BadgeCheck aria-hidden size={20} />} tone="text-ok">
          <strong>Your balance is counted.</strong> Your browser recomputed the path from your leaf to the root in the
          public log.
        </Line>
      );
  }
}

function Line({
  icon,
  tone,
  children,
}: {
  readonly icon: ReactNode;
  readonly tone: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      role="status"
      className={cx('flex items-start gap-3 rounded-md border border-line bg-ink-1 p-3 text-sm', tone)}
    >
      <span className="mt-0.5 shrink-0">{icon}</span>
      <p className="min-w-0">{children}</p>
    </div>
  );
}

const FACTS = 'grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line text-sm md:grid-cols-4';

/** What was counted, for the player to hold against what they had. */
function Leaf({ run }: { readonly run: Extract<OwnState, { state: 'counted' }> }) {
  const { sums, at, number, index, siblings, seen } = run;
  return (
    <div className="grid gap-3">
      <dl className={FACTS}>
        <Fact name="Money counted">{formatUsd(cents(sums.cents))}</Fact>
        <Fact name="Items counted">
          {`${sums.items.toLocaleString('en-US')} (${formatUsd(cents(sums.itemCents))})`}
        </Fact>
        <Fact name="As of">
          <Time at={at} />
        </Fact>
        <Fact name="Your leaf">{`${index.toLocaleString('en-US')}, ${siblings} siblings, statement ${number}`}</Fact>
      </dl>
      <p className="max-w-[72ch] text-sm text-fg-2">
        {seen === null
          ? 'This browser did not watch your balance at that moment, so compare it yourself: ' +
            'money counts what you could spend, what was held and what was at stake; items those at stake, too.'
          : `This browser saw ${formatUsd(cents(seen))} on your account at that moment` +
            `${seen === sums.cents ? ': the same.' : '; the rest was at stake in rounds under way.'}`}
      </p>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 bg-ink-2 p-3">
      <dt className="text-fg-2">{name}</dt>
      <dd className="font-bold wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** The newest statement: owed against held of each kind, what this browser made of it, and the alarms. */
import { BadgeCheck, CircleAlert, LoaderCircle, OctagonX } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { SolvencyStatement } from '@fairpot/contract/solvency/schemas';
import { useSettings } from '../../platform/page/settings.ts';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { checkShown, type HoldHead, type StatementState } from './check.ts';
import { Time } from './cover-chart.tsx';
import { ReservesPanel } from './reserves-panel.tsx';
import { coinText, coversOf, isLate, spanText, type Cover } from './standing.ts';

export interface NewestStatementProps {
  readonly statement: SolvencyStatement;
  readonly hold: HoldHead;
  /** Epoch ms of the server, looked at again and again. */
  readonly now: number;
  /** What stands between the figures and where it is held: the reader's own balance comes first. */
  readonly children: ReactNode;
}

export function NewestStatement({ statement, hold, now, children }: NewestStatementProps) {
  const demo = useSettings()?.global.mode === 'demo';
  const { money, items } = coversOf(statement);
  const { owed, own, held } = statement;
  const run = useChecked(statement, hold);
  const count = (n: number) => n.toLocaleString('en-US');
  return (
    <div className="grid gap-6">
      <Warnings
        late={isLate(statement, now)}
        statement={statement}
        demo={demo}
        isShort={money.isShort || items.isShort}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <Kind title="Money" cover={money} show={(n) => formatUsd(cents(n))} held="in coins">
          <p>
            Owed: all that players can spend, what is held for them, and what is at stake in rounds under way. Bots of
            the house have {formatUsd(centsFromUsd(own.balanceUsd))} besides, which is owed to nobody.
          </p>
          <Coins held={held} />
        </Kind>
        <Kind title="Items" cover={items} show={count} held="at Steam">
          <p>
            Owed: {count(owed.items)} items, worth {formatUsd(centsFromUsd(owed.itemsUsd))} at the prices of that
            moment, those at stake at their stake’s. Bots have {count(own.items)} besides.
          </p>
          <p>
            Held: {count(held.items)} on the trading account, worth {formatUsd(centsFromUsd(held.itemsUsd))}
            {held.itemsAt === null ? '; its inventory was never seen whole' : null}
            {held.itemsAt !== null && (
              <>
                , as seen on <Time at={held.itemsAt} />
              </>
            )}
            .
          </p>
        </Kind>
      </div>
      <InLog statement={statement} run={run} />
      {children}
      {typeof run === 'object' && run.state === 'holds' && <ReservesPanel said={run} demo={demo} />}
    </div>
  );
}

interface WarningsProps {
  readonly late: boolean;
  readonly statement: SolvencyStatement;
  readonly demo: boolean;
  readonly isShort: boolean;
}

/** What must not be missed: a statement that is late, or that says itself that the site is short. */
function Warnings({ late, statement, demo, isShort }: WarningsProps) {
  return (
    <>
      {late && (
        <Alarm title="The next statement is late">
          One is due every {spanText(statement.everyMs)}; the last one is from <Time at={statement.at} />. A site that
          stops saying what it owes may have a reason.
        </Alarm>
      )}
      {isShort && (
        <Alarm title="The site holds less than it owes">
          By its own figures. {!demo && 'Withdraw what you can, and keep a copy of this page.'}
          {demo && 'This is the demo: play money, held by simulators. With real value, withdraw what you can.'}
        </Alarm>
      )}
    </>
  );
}

function Alarm({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border-2 border-bad bg-bad p-4 text-ink-0">
      <OctagonX aria-hidden size={24} className="shrink-0" />
      <p className="min-w-0 text-sm font-semibold wrap-anywhere">
        <strong className="block text-base font-extrabold">{title}</strong>
        {children}
      </p>
    </div>
  );
}

interface KindProps {
  readonly title: string;
  readonly cover: Cover;
  readonly show: (amount: number) => string;
  /** Where it is held. */
  readonly held: string;
  readonly children: ReactNode;
}

function Kind({ title, cover, show, held, children }: KindProps) {
  const { percent, isShort } = cover;
  return (
    <Panel
      title={title}
      actions={
        <strong className={cx('tabular-nums', isShort ? 'text-warn' : 'text-ok')}>
          {percent === null ? 'nothing owed' : `${percent.toLocaleString('en-US')}% held`}
        </strong>
      }
    >
      <div className="grid gap-4">
        <dl className="grid grid-cols-2 gap-4">
          <Figure name="Owed to players" value={show(cover.owed)} />
          <Figure name={`Held ${held}`} value={show(cover.held)} />
        </dl>
        <div aria-hidden className="h-2 overflow-hidden rounded-full bg-ink-4">
          <div
            className={cx('h-full rounded-full', isShort ? 'bg-warn' : 'bg-ok')}
            style={{ width: `${Math.min(100, percent ?? 100)}%` }}
          />
        </div>
        <div className="grid gap-2 text-sm text-fg-2">{children}</div>
      </div>
    </Panel>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-fg-2">{name}</dt>
      <dd className="text-2xl font-black wrap-anywhere tabular-nums">{value}</dd>
    </div>
  );
}

function Coins({ held }: Pick<SolvencyStatement, 'held'>) {
  return (
    <p>
      Held: {held.coins.map(({ coin, units }) => coinText(coin, units)).join(', ')}
      {held.coins.some(({ valueUsd: worth, units }) => worth === null && units !== '0') &&
        '; a coin without a rate at that moment counts nothing'}
      {held.coinsAt === null ? '; none ever came' : null}
      {held.coinsAt !== null && (
        <>
          ; the last of it moved on <Time at={held.coinsAt} />
        </>
      )}
      .
    </p>
  );
}

type Run = StatementState | 'looking' | 'unreachable';

function useChecked(statement: SolvencyStatement, hold: HoldHead): Run {
  const [run, setRun] = useState<Run>('looking');
  useEffect(() => {
    let wanted = true;
    checkShown(statement, hold).then(
      (found) => wanted && setRun(found),
      () => wanted && setRun('unreachable'),
    );
    return () => {
      wanted = false;
    };
  }, [statement, hold]);
  return run;
}

/** What this browser itself made of the statement. */
function InLog({ statement, run }: { readonly statement: SolvencyStatement; readonly run: Run }) {
  if (typeof run === 'object' && run.state === 'contradicted')
    return (
      <Alarm title="MISMATCH: the public log says something else">
        {`Your browser found this by itself: ${run.problem}. Keep a copy of this page.`}
      </Alarm>
    );
  const holds = typeof run === 'object' && run.state === 'holds';
  const Icon = holds ? BadgeCheck : run === 'looking' ? LoaderCircle : CircleAlert;
  return (
    <p
      role="status"
      className={cx(
        'flex items-start gap-3 rounded-md border border-line bg-ink-2 p-3 text-sm',
        holds ? 'text-ok' : 'text-fg-2',
      )}
    >
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <span>
        Statement {statement.number}, <Time at={statement.at} />: {logText(run)}
      </span>
    </p>
  );
}

function logText(run: Run): string {
  if (run === 'looking') return 'your browser is looking it up in the public log.';
  if (run === 'unreachable') return 'the log cannot be reached right now, so nothing was checked.';
  if (run.state !== 'holds') return 'the log cannot be judged now.';
  return `your browser found these very figures in the public log, leaf ${run.leaf.toLocaleString('en-US')}.`;
}

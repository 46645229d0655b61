/** The newest statement: owed and held of each kind, the result of this browser's check, and the alarms. */
import { BadgeCheck, CircleAlert, LoaderCircle } from 'lucide-react';
import { useCallback, type ReactNode } from 'react';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { SolvencyStatement } from '@fairpot/contract/solvency/schemas';
import { useSettings } from '../../platform/page/settings.ts';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { AlarmBox } from '../../ui/states/alarm-box.tsx';
import { useFinding, type Finding } from '../../ui/states/use-finding.ts';
import { checkShown, type HeadCheck, type StatementState } from './check.ts';
import { Time } from './cover-chart.tsx';
import { ReservesPanel } from './reserves-panel.tsx';
import { namedWith } from '../../ui/values/named.tsx';
import { texts as solvencyTexts } from './texts.ts';

const { statement: texts, alarm: alarms, log: logTexts } = solvencyTexts;
import { coinText, coversOf, isLate, spanText, type Cover } from './figures.ts';

export interface NewestStatementProps {
  readonly statement: SolvencyStatement;
  readonly checkHead: HeadCheck;
  /** Server time in epoch ms, updated regularly. */
  readonly now: number;
  /** Shown between the figures and the reserves: the player's own balance. */
  readonly children: ReactNode;
}

export function NewestStatement({ statement, checkHead, now, children }: NewestStatementProps) {
  const demo = useSettings()?.global.mode === 'demo';
  const { money, items } = coversOf(statement);
  const { owed, own, held } = statement;
  const run = useFinding(useCallback(() => checkShown(statement, checkHead), [statement, checkHead]));
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
        <Kind title={texts.money} cover={money} show={(n) => formatUsd(cents(n))} held={texts.heldInCrypto}>
          <p>{texts.owedMoney(formatUsd(centsFromUsd(own.balanceUsd)))}</p>
          <Coins held={held} />
        </Kind>
        <Kind title={texts.items} cover={items} show={count} held={texts.heldOnSteam}>
          <p>{texts.owedItems(count(owed.items), formatUsd(centsFromUsd(owed.itemsUsd)), count(own.items))}</p>
          <p>
            {texts.heldItems(count(held.items), formatUsd(centsFromUsd(held.itemsUsd)))}
            {held.itemsAt === null ? (
              texts.neverRead
            ) : (
              <>
                {texts.seenOn} <Time at={held.itemsAt} />.
              </>
            )}
          </p>
        </Kind>
      </div>
      <InLog statement={statement} run={run} />
      {children}
      {typeof run === 'object' && run.state === 'holds' && (
        <>
          <ReservesPanel said={run} demo={demo} />
        </>
      )}
    </div>
  );
}

interface WarningsProps {
  readonly late: boolean;
  readonly statement: SolvencyStatement;
  readonly demo: boolean;
  readonly isShort: boolean;
}

/** The alarms: a late statement, or one by which the site is short. */
function Warnings({ late, statement, demo, isShort }: WarningsProps) {
  return (
    <>
      {late && (
        <AlarmBox title={alarms.late}>
          {alarms.lateText(spanText(statement.everyMs))} <Time at={statement.at} />
          {alarms.lateAfter}
        </AlarmBox>
      )}
      {isShort && (
        <AlarmBox title={alarms.short}>
          {alarms.shortText} {demo ? alarms.shortDemo : alarms.withdraw}
        </AlarmBox>
      )}
    </>
  );
}

interface KindProps {
  readonly title: string;
  readonly cover: Cover;
  readonly show: (amount: number) => string;
  /** Name of the held amount, with its place. */
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
          {percent === null ? texts.nothingOwed : texts.covered(percent.toLocaleString('en-US'))}
        </strong>
      }
    >
      <div className="grid gap-4">
        <dl className="grid grid-cols-2 gap-4">
          <Figure name={texts.owed}>{show(cover.owed)}</Figure>
          <Figure name={held}>{show(cover.held)}</Figure>
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

const Figure = namedWith('min-w-0', 'text-sm text-fg-2', 'text-2xl font-black wrap-anywhere tabular-nums');

function Coins({ held }: Pick<SolvencyStatement, 'held'>) {
  return (
    <p>
      {texts.heldCoins(held.coins.map(({ coin, units }) => coinText(coin, units)).join(', '))}
      {held.coins.some(({ valueUsd: worth, units }) => worth === null && units !== '0') && texts.noRate}
      {held.coinsAt === null ? (
        texts.noneYet
      ) : (
        <>
          {texts.lastMoved} <Time at={held.coinsAt} />.
        </>
      )}
    </p>
  );
}

/** The result of this browser's own check of the statement. */
function InLog({ statement, run }: { readonly statement: SolvencyStatement; readonly run: Finding<StatementState> }) {
  if (typeof run === 'object' && run.state === 'contradicted')
    return <AlarmBox title={alarms.logMismatch}>{alarms.logMismatchText(run.problem)}</AlarmBox>;
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
        {logTexts.statement(statement.number)} <Time at={statement.at} />: {logText(run)}
      </span>
    </p>
  );
}

function logText(run: Finding<StatementState>): string {
  if (run === 'looking') return logTexts.looking;
  if (run === 'unreachable') return logTexts.unreachable;
  if (run.state !== 'holds') return logTexts.none;
  return logTexts.found(run.leaf.toLocaleString('en-US'));
}

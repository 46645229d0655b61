/** Checks in the player's own browser whether their balance is counted in the newest published tree. */
import { BadgeCheck, CircleAlert, LoaderCircle, LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import { SIGN_IN_PATH, useSession } from '../../platform/page/session.ts';
import { messages } from '../../messages.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { AlarmBox } from '../../ui/states/alarm-box.tsx';
import { StatusLine } from '../../ui/states/status-line.tsx';
import { namedWith } from '../../ui/values/named.tsx';
import { readNotes } from './balance-notes.ts';
import { checkMine, type HeadCheck, type OwnState } from './check.ts';
import { Time } from './cover-chart.tsx';
import { texts as solvencyTexts } from './texts.ts';

const texts = solvencyTexts.own;

export interface OwnBalanceProps {
  readonly checkHead: HeadCheck;
  /** The newest statement on the page: each new one is checked. */
  readonly newest: number | null;
}

export function OwnBalance({ checkHead, newest }: OwnBalanceProps) {
  const { status, user } = useSession();
  return (
    <Panel title={texts.title}>
      {status === 'in' ? (
        <Checked key={`${user.id} ${newest}`} id={user.id} steamid={user.steamid} checkHead={checkHead} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-[60ch] text-sm text-fg-2">{texts.signIn}</p>
          <a href={SIGN_IN_PATH} className={buttonClass('primary')}>
            <LogIn aria-hidden size={16} />
            {messages.login}
          </a>
        </div>
      )}
    </Panel>
  );
}

type OwnCheck = OwnState | { readonly state: 'looking' | 'unreachable' };

interface CheckedProps {
  readonly id: string;
  readonly steamid: string;
  readonly checkHead: HeadCheck;
}

function Checked({ id, steamid, checkHead }: CheckedProps) {
  const [run, setRun] = useState<OwnCheck>({ state: 'looking' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    checkMine(steamid, readNotes(id), checkHead).then(
      (found) => wanted && setRun(found),
      () => wanted && setRun({ state: 'unreachable' }),
    );
    return () => {
      wanted = false;
    };
  }, [id, steamid, checkHead, tries]);
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
          {texts.again}
        </Button>
      </div>
    </div>
  );
}

function Finding({ run }: { readonly run: OwnCheck }) {
  switch (run.state) {
    case 'looking':
      return (
        <StatusLine icon={LoaderCircle} tone="text-fg-2">
          {texts.looking}
        </StatusLine>
      );
    case 'unreachable':
      return (
        <StatusLine icon={CircleAlert} tone="text-warn">
          {texts.unreachable}
        </StatusLine>
      );
    case 'none':
      return (
        <StatusLine icon={CircleAlert} tone="text-fg-2">
          {texts.none}
        </StatusLine>
      );
    case 'nothing':
      return (
        <StatusLine icon={BadgeCheck} tone="text-fg-2">
          {texts.nothing(run.number)}
          <Time at={run.at} />
          {texts.nothingAfter}
        </StatusLine>
      );
    case 'contradicted':
      return (
        <AlarmBox title={solvencyTexts.alarm.ownMismatch}>{solvencyTexts.alarm.ownMismatchText(run.problem)}</AlarmBox>
      );
    case 'counted':
      return (
        <StatusLine icon={BadgeCheck} tone="text-ok">
          <strong>{texts.counted}</strong> {texts.countedText}
        </StatusLine>
      );
  }
}

const FACTS = 'grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line text-sm md:grid-cols-4';

/** What was counted, for the player to compare with what they had. */
function Leaf({ run }: { readonly run: Extract<OwnState, { state: 'counted' }> }) {
  const { sums, at, number, index, siblings, seen } = run;
  return (
    <div className="grid gap-3">
      <dl className={FACTS}>
        <Fact name={texts.money}>{formatUsd(cents(sums.cents))}</Fact>
        <Fact name={texts.items}>
          {texts.itemsValue(sums.items.toLocaleString('en-US'), formatUsd(cents(sums.itemCents)))}
        </Fact>
        <Fact name={texts.asOf}>
          <Time at={at} />
        </Fact>
        <Fact name={texts.leaf}>{texts.leafValue(index.toLocaleString('en-US'), siblings, number)}</Fact>
      </dl>
      <p className="max-w-[72ch] text-sm text-fg-2">
        {seen === null ? texts.notSeen : (seen === sums.cents ? texts.same : texts.staked)(formatUsd(cents(seen)))}
      </p>
    </div>
  );
}

const Fact = namedWith('min-w-0 bg-ink-2 p-3', 'text-fg-2', 'font-bold wrap-anywhere tabular-nums');

/** The page at /wheel: rules and fee, the live wheels, the history. */
import { LoaderPinwheel, Plus } from 'lucide-react';
import { useState } from 'react';
import { wheelHistory } from '@fairpot/contract/wheel/calls';
import { HistoryPages, HistoryRows } from '../../games-kit/history-pages.tsx';
import { Loaded, LoginButton, LoginOr, PausedNote, SAFE } from '../../games-kit/page-parts.tsx';
import { useWatchRounds } from '../../games-kit/watch.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { openModal } from '../../platform/page/modal.ts';
import { useNoPlay } from '../../platform/page/scripted.ts';
import { useMe } from '../../platform/page/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import type { PageProps } from '../../ui/states/pages.tsx';
import { EmptyState, Skeleton } from '../../ui/states/states.tsx';
import './modals.ts';
import { feeRule } from './money-text.ts';
import { wheelObserver } from './observe.ts';
import { landedAt } from './stage.ts';
import { useWheelFacts, useWheels } from './use-wheels.ts';
import { WheelRow } from './wheel-row.tsx';

const TABS = [
  { value: 'live', label: 'Live' },
  { value: 'history', label: 'History' },
] as const;

export function WheelPage() {
  const [tab, setTab] = useState<'live' | 'history'>('live');
  useWheelFacts();
  const feeBps = useWheels().data?.feeBps;
  return (
    <>
      <PageHead
        title="Wheel"
        lead={
          <span className="text-sm">
            Four players stake about the same. Each cent is a ticket, and the owner of the drawn ticket takes the pot.{' '}
            {feeBps !== undefined && feeRule(feeBps)}
          </span>
        }
        actions={
          <LoginOr login={<LoginButton />}>
            <CreateButton />
          </LoginOr>
        }
      />
      <Tabs label="Wheels" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'live' ? <LiveList /> : <HistoryPages page={(props) => <HistoryPage {...props} />} />}
      </Tabs>
    </>
  );
}

function LiveList() {
  const me = useMe();
  return (
    <Loaded answer={useWheels()} loading={<Skeleton className="h-96" />} reassurance={SAFE.stakes}>
      {({ games, paused }) => (
        <div className="grid gap-2">
          {paused && <PausedNote>Running wheels finish. New wheels open when play resumes.</PausedNote>}
          {games.length === 0 ? (
            <EmptyState icon={<LoaderPinwheel aria-hidden size={36} strokeWidth={1.5} />} title="No open wheels">
              Open one: stake your items and wait for three others.
            </EmptyState>
          ) : (
            <ul aria-label="Wheels" className="@container grid gap-2">
              {games.map((wheel) => (
                <WheelRow key={wheel.id} wheel={wheel} me={me} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  );
}

function HistoryPage(props: PageProps) {
  const { before } = props;
  const me = useMe();
  const answer = useAsk(wheelHistory, { limit: 20, ...(before === null ? {} : { before }) });
  useWatchRounds(wheelObserver, answer.data?.history);
  return (
    <HistoryRows
      {...props}
      answer={answer}
      landedAt={landedAt}
      empty="No finished wheels yet"
      older="Older wheels"
      label="Settled wheels"
      className="@container grid gap-2"
      render={(wheel) => <WheelRow key={wheel.id} wheel={wheel} me={me} />}
    />
  );
}

function CreateButton() {
  const noPlay = useNoPlay();
  return (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={18} />}
      disabled={noPlay !== null}
      onClick={() => openModal('wheel.create', {})}
    >
      Open a wheel
    </Button>
  );
}

/** The page at /diceduel: rules and fee, the live duels, the history. */
import { useState } from 'react';
import { LoginButton, LoginOr } from '../../games-kit/page-parts.tsx';
import { useMe } from '../../platform/page/session.ts';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { HistoryList } from './history-list.tsx';
import { CreateButton, LiveList } from './live-list.tsx';
import './modals.ts';
import { feeRule } from './money-text.ts';
import { useDiceduelFacts, useDiceduels } from './use-diceduels.ts';

const TABS = [
  { value: 'live', label: 'Live' },
  { value: 'history', label: 'History' },
] as const;

export function DiceduelPage() {
  const [tab, setTab] = useState<'live' | 'history'>('live');
  useDiceduelFacts();
  const feeBps = useDiceduels().data?.feeBps;
  const me = useMe();
  return (
    <>
      <PageHead
        title="Dice duel"
        lead={
          <span className="text-sm">
            Two players, one die each. The higher die takes the pot; equal dice are thrown again.{' '}
            {feeBps !== undefined && feeRule(feeBps)}
          </span>
        }
        actions={
          <LoginOr login={<LoginButton />}>
            <CreateButton />
          </LoginOr>
        }
      />
      <Tabs label="Dice duels" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'live' ? <LiveList me={me} /> : <HistoryList />}
      </Tabs>
    </>
  );
}

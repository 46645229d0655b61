/** The page at /coinflip: what the game is and costs, the live games, the history. */
import { useState } from 'react';
import { LoginButton, LoginOr } from '../../games-kit/page-parts.tsx';
import { useMe } from '../../platform/page/session.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { HistoryList } from './list/history-list.tsx';
import { CreateButton, LiveList } from './list/live-list.tsx';
import './modals.ts';
import { feeRule } from './money-text.ts';
import { useCoinflipFacts } from './use-coinflips.ts';

const TABS = [
  { value: 'live', label: 'Live' },
  { value: 'history', label: 'History' },
] as const;

export function CoinflipPage() {
  const feeBps = useSettings()?.coinflip.feeBps;
  const [tab, setTab] = useState<'live' | 'history'>('live');
  useCoinflipFacts();
  const me = useMe();
  return (
    <>
      <PageHead
        title="Coinflip"
        lead={
          <span className="text-sm">
            Two players, one coin; each chance is the share of the pot. {feeBps !== undefined && feeRule(feeBps)}
          </span>
        }
        actions={
          <LoginOr login={<LoginButton />}>
            <CreateButton />
          </LoginOr>
        }
      />
      <Tabs label="Coinflip games" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'live' ? <LiveList me={me} /> : <HistoryList />}
      </Tabs>
    </>
  );
}

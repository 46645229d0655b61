/** The page at /coinflip: rules and fee, live games, history. */
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { LoginButton, LoginOr } from '../../games-kit/page-parts.tsx';
import { useMe } from '../../platform/page/session.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { later } from '../../ui/states/boundary.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { HistoryList } from './list/history-list.tsx';
import { CreateButton, LiveList } from './list/live-list.tsx';
import './modals.ts';
import { feeRule } from './money-text.ts';
import { useCoinflipFacts } from './use-coinflips.ts';
import { texts } from './texts.ts';

const TABS = [
  { value: 'live', label: texts.page.live },
  { value: 'history', label: texts.page.history },
] as const;

const RoundPage = later(async () => (await import('./view/round-page.tsx')).RoundPage);

/** /coinflip and /coinflip/:id. The page of one game is a separate chunk. */
export function CoinflipPage() {
  const { id } = useParams();
  if (id === undefined) return <ListPage />;
  return (
    <Suspense fallback={<Skeleton className="h-[720px]" />}>
      <RoundPage key={id} id={id} />
    </Suspense>
  );
}

function ListPage() {
  const feeBps = useSettings()?.coinflip.feeBps;
  const [tab, setTab] = useState<'live' | 'history'>('live');
  useCoinflipFacts();
  const me = useMe();
  return (
    <>
      <PageHead
        title={texts.page.title}
        lead={
          <span className="text-sm">
            {texts.page.lead} <span className="block">{feeRule(feeBps)}</span>
          </span>
        }
        actions={
          <LoginOr login={<LoginButton />}>
            <CreateButton />
          </LoginOr>
        }
      />
      <Tabs label={texts.page.tabs} tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'live' ? <LiveList me={me} /> : <HistoryList />}
      </Tabs>
    </>
  );
}

/**
 * The page at /fairplay/solvency: what the site owes all players together, what it says it holds, whether this player's balance is counted,
 * and the books of the house's bots. The log's feature passes in `checkHead`, which compares a head with the one this browser saw before.
 */
import { useEffect, useState } from 'react';
import { listSolvency } from '@fairpot/contract/solvency/calls';
import { startWorker } from '../../fairness/client.ts';
import { serverNow } from '../../platform/live/clock.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { siteOrigin } from '../../platform/page/site-origin.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { BotBooks } from './bot-books.tsx';
import type { HeadCheck } from './check.ts';
import { CoverChart } from './cover-chart.tsx';
import { OwnBalance } from './own-balance.tsx';
import { NewestStatement } from './newest-statement.tsx';
import { pointsOf, spanText } from './figures.ts';
import { texts as solvencyTexts } from './texts.ts';
import { WhatItShows } from './what-it-shows.tsx';

const texts = solvencyTexts.page;

export function SolvencyPage({ checkHead }: { readonly checkHead: HeadCheck }) {
  const [now, setNow] = useState(serverNow);
  const found = useAsk(listSolvency, {}, { staleTime: 20_000 });
  const { refetch } = found;
  useEffect(() => {
    startWorker();
    // Loads the next statement while the page is open.
    const timer = setInterval(() => {
      setNow(serverNow());
      void refetch();
    }, 60_000);
    return () => clearInterval(timer);
  }, [refetch]);
  const statements = found.data?.statements ?? [];
  const newest = statements.find(({ index }) => index !== null) ?? null;
  const every = found.data ? spanText(found.data.everyMs) : texts.hour;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title={texts.title} lead={texts.lead(every)} />
      {found.isLoading && <Skeleton className="h-64" />}
      {found.isError && !found.data && <ErrorState error={found.error} onRetry={() => void refetch()} />}
      {found.data && newest === null && (
        <Panel>
          <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
        </Panel>
      )}
      {newest && (
        <NewestStatement key={newest.number} statement={newest} checkHead={checkHead} now={now}>
          <OwnBalance checkHead={checkHead} newest={newest.number} />
        </NewestStatement>
      )}
      {found.data && newest === null && <OwnBalance checkHead={checkHead} newest={null} />}
      {newest && (
        <Panel title={texts.overTime}>
          <CoverChart points={pointsOf(statements)} />
        </Panel>
      )}
      <WhatItShows />
      <BotBooks />
      <section className="grid gap-2 rounded-lg border border-line bg-ink-2 p-4 lg:p-6">
        <h2 className="text-lg font-extrabold">{texts.command}</h2>
        <p className="max-w-[72ch] text-sm text-fg-2">{texts.commandText}</p>
        <CopyText
          text={`npm run verify -- --solvency --site ${siteOrigin()}`}
          label={texts.commandLabel}
          className="max-w-xl"
        />
      </section>
    </div>
  );
}

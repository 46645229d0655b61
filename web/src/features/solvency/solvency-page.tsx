/**
 * The page at /fairplay/solvency: what the site owes all players together, what it says it holds, whether this player's balance is counted,
 * and the books of the house's bots. The log's feature hands in `hold`, which holds a head against the one this browser saw before.
 */
import { useEffect, useState } from 'react';
import { listSolvency } from '@fairpot/contract/solvency/calls';
import { startWorker } from '../../fairness/client.ts';
import { serverNow } from '../../platform/live/clock.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { BotBooks } from './bot-books.tsx';
import type { HoldHead } from './check.ts';
import { CoverChart } from './cover-chart.tsx';
import { OwnBalance } from './own-balance.tsx';
import { NewestStatement } from './newest-statement.tsx';
import { pointsOf, spanText } from './standing.ts';
import { WhatItShows } from './what-it-shows.tsx';

export function SolvencyPage({ hold }: { readonly hold: HoldHead }) {
  const [now, setNow] = useState(serverNow);
  const found = useAsk(listSolvency, {}, { staleTime: 20_000 });
  const { refetch } = found;
  useEffect(() => {
    startWorker();
    // While the page is open the next statement comes by itself.
    const again = setInterval(() => {
      setNow(serverNow());
      void refetch();
    }, 60_000);
    return () => clearInterval(again);
  }, [refetch]);
  const statements = found.data?.statements ?? [];
  const newest = statements.find(({ index }) => index !== null) ?? null;
  const every = found.data ? spanText(found.data.everyMs) : 'hour';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title="What we owe and what we hold"
        lead={
          `Every ${every} this site adds up all that it owes its players and publishes the sum, ` +
          'with a tree in which each player finds their own balance. Leave anybody out, or make anybody smaller, ' +
          'and their browser sees it.'
        }
      />
      {found.isLoading && <Skeleton className="h-64" />}
      {found.isError && !found.data && <ErrorState error={found.error} onRetry={() => void refetch()} />}
      {found.data && newest === null && (
        <Panel>
          <EmptyState title="No statement yet">
            The first one comes when what is held was looked at for the first time, a few minutes after the start.
          </EmptyState>
        </Panel>
      )}
      {newest && (
        <NewestStatement key={newest.number} statement={newest} hold={hold} now={now}>
          <OwnBalance hold={hold} newest={newest.number} />
        </NewestStatement>
      )}
      {found.data && newest === null && <OwnBalance hold={hold} newest={null} />}
      {newest && (
        <Panel title="Over time">
          <CoverChart points={pointsOf(statements)} />
        </Panel>
      )}
      <WhatItShows />
      <BotBooks />
      <section className="grid gap-2 rounded-lg border border-line bg-ink-2 p-4 lg:p-6">
        <h2 className="text-lg font-extrabold">Check the whole tree yourself</h2>
        <p className="max-w-[72ch] text-sm text-fg-2">
          It looks the statement up in the public log, downloads every leaf, and recomputes root and sums. Leaves name
          nobody: a commitment, and three figures.
        </p>
        <CopyText
          text={`npx fairpot-verify --solvency --site ${location.origin}`}
          label="Command"
          className="max-w-xl"
        />
      </section>
    </div>
  );
}

/** Every movement of balance and items, newest first, filtered by kind and time, with the balance after each and a link to its details. */
import { ArrowLeftRight } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listHistory, HISTORY_KINDS, type HistoryKind } from '@fairpot/contract/profile/calls';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { ask } from '../../../platform/calls/api.ts';
import { keyOf } from '../../../platform/calls/query-client.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { periodStart, KIND_LABELS, PERIODS, type Period } from './history-model.ts';
import { MovementRows } from './movement-rows.tsx';
import { texts } from './texts.ts';

const KINDS: readonly { readonly value: HistoryKind | 'all'; readonly label: string }[] = [
  { value: 'all', label: texts.anyKind },
  ...HISTORY_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];
const ASSETS = [
  { value: 'all', label: texts.both },
  { value: 'money', label: texts.money },
  { value: 'items', label: texts.items },
] as const;

export function HistoryPanel() {
  const [kind, setKind] = useState<HistoryKind | 'all'>('all');
  const [what, setWhat] = useState<(typeof ASSETS)[number]['value']>('all');
  const [period, setPeriod] = useState<Period>('all');
  const [from, setFrom] = useState<number | undefined>(undefined);
  const filters = {
    ...(kind !== 'all' && { kind }),
    ...(what !== 'all' && { what }),
    ...(from !== undefined && { from }),
  };
  const pages = useInfiniteQuery({
    queryKey: keyOf(listHistory, filters),
    queryFn: ({ pageParam, signal }) =>
      ask(listHistory, { ...filters, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 5_000,
  });
  const isFiltered = Object.keys(filters).length > 0;
  const clearFilters = () => {
    setKind('all');
    setWhat('all');
    setPeriod('all');
    setFrom(undefined);
  };
  const movements: readonly Movement[] = pages.data?.pages.flatMap((page) => page.movements) ?? [];
  return (
    <Panel
      title={texts.title}
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <Select label={texts.kind} options={KINDS} value={kind} onChange={setKind} />
          <Select label={texts.what} options={ASSETS} value={what} onChange={setWhat} />
          <Select
            label={texts.period}
            options={PERIODS}
            value={period}
            onChange={(chosen) => {
              setPeriod(chosen);
              setFrom(periodStart(chosen, serverNow()));
            }}
          />
        </div>
      }
    >
      {pages.error && movements.length === 0 ? (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      ) : pages.isPending ? (
        <Skeleton className="m-4 h-96" />
      ) : movements.length === 0 ? (
        <EmptyState
          icon={<ArrowLeftRight aria-hidden size={32} strokeWidth={1.5} />}
          title={texts.empty}
          {...(isFiltered && { action: <Button onClick={clearFilters}>{texts.clear}</Button> })}
        >
          {isFiltered ? texts.emptyFiltered : texts.emptyText}
        </EmptyState>
      ) : (
        <MovementRows
          movements={movements}
          more={pages.hasNextPage}
          busy={pages.isFetchingNextPage}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </Panel>
  );
}

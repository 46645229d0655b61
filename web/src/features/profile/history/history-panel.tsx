/** Every movement of balance and items, newest first: by kind and time, with the balance after each and the way to what it was. */
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
import { beginningOf, KIND_WORDS, PERIODS, type Period } from './history-model.ts';
import { MovementRows } from './movement-rows.tsx';

const KINDS: readonly { readonly value: HistoryKind | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'Everything' },
  ...HISTORY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
];
const WHATS = [
  { value: 'all', label: 'Money and items' },
  { value: 'money', label: 'Money' },
  { value: 'items', label: 'Items' },
] as const;

export function HistoryPanel() {
  const [kind, setKind] = useState<HistoryKind | 'all'>('all');
  const [what, setWhat] = useState<(typeof WHATS)[number]['value']>('all');
  const [period, setPeriod] = useState<Period>('all');
  const [from, setFrom] = useState<number | undefined>(undefined);
  const wish = {
    ...(kind !== 'all' && { kind }),
    ...(what !== 'all' && { what }),
    ...(from !== undefined && { from }),
  };
  const pages = useInfiniteQuery({
    queryKey: keyOf(listHistory, wish),
    queryFn: ({ pageParam, signal }) =>
      ask(listHistory, { ...wish, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 5_000,
  });
  const isFiltered = Object.keys(wish).length > 0;
  const everything = () => {
    setKind('all');
    setWhat('all');
    setPeriod('all');
    setFrom(undefined);
  };
  const movements: readonly Movement[] = pages.data?.pages.flatMap((page) => page.movements) ?? [];
  return (
    <Panel
      title="Movements"
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <Select label="Kind" options={KINDS} value={kind} onChange={setKind} />
          <Select label="Money or items" options={WHATS} value={what} onChange={setWhat} />
          <Select
            label="Period"
            options={PERIODS}
            value={period}
            onChange={(chosen) => {
              setPeriod(chosen);
              setFrom(beginningOf(chosen, serverNow()));
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
          title="Nothing moved"
          {...(isFiltered && { action: <Button onClick={everything}>Show everything</Button> })}
        >
          {isFiltered
            ? 'Nothing of this kind, in this time.'
            : 'Deposits, stakes, winnings and withdrawals stand here, each with the balance after it.'}
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

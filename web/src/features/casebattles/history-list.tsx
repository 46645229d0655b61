/** Finished battles, newest first, each with its winners and what is known of its fairness. Loaded by the history tab. */
import { History } from 'lucide-react';
import { useState } from 'react';
import type { BattleType } from '@fairpot/contract/casebattle';
import { casebattleHistory } from '@fairpot/contract/casebattle';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states/states.tsx';
import { LoadingRows } from './active-list.tsx';
import type { ListProps } from './active-list.tsx';
import { BattleRow } from './battle-row.tsx';

const PAGE = 20;

export function HistoryList({ me, type }: ListProps) {
  const [pages, setPages] = useState<readonly (string | null)[]>([null]);
  return (
    <div className="grid gap-2">
      {pages.map((before, at) => (
        <Page
          key={before ?? 'first'}
          before={before}
          me={me}
          type={type}
          isLast={at === pages.length - 1}
          onMore={(next) => setPages([...pages, next])}
        />
      ))}
    </div>
  );
}

interface PageProps extends ListProps {
  readonly before: string | null;
  readonly isLast: boolean;
  readonly onMore: (next: string) => void;
}

function Page({ before, me, type, isLast, onMore }: PageProps) {
  const { data, error, refetch } = useAsk(casebattleHistory, { limit: PAGE, ...(before === null ? {} : { before }) });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  const rows = data.filter((battle) => type === null || battle.type === type);
  const last = data.length === PAGE ? data.at(-1)?.id : undefined;
  if (rows.length === 0 && before === null) return <Nothing type={type} />;
  return (
    <>
      <ul aria-label="Finished battles" className="battle-rows">
        {rows.map((battle) => (
          <BattleRow key={battle.id} battle={battle} me={me} />
        ))}
      </ul>
      {isLast && last !== undefined && (
        <Button className="justify-self-center" onClick={() => onMore(last)}>
          Older battles
        </Button>
      )}
    </>
  );
}

function Nothing({ type }: { readonly type: BattleType | null }) {
  return (
    <div className="rounded-lg border border-line bg-ink-2">
      <EmptyState
        icon={<History aria-hidden size={36} strokeWidth={1.5} />}
        title={type === null ? 'No battle was finished yet' : 'None of the latest battles has this size'}
      >
        Results appear here. Each one can be watched again and checked.
      </EmptyState>
    </div>
  );
}

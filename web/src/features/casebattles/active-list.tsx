/** The active battles: STARTED before PENDING, newest first within each, as the server orders them. Called by the page. */
import { Swords } from 'lucide-react';
import type { BattleType } from '@fairpot/contract/casebattle';
import { useSettings } from '../../platform/settings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { openAddCase } from './modals.ts';
import { BattleRow } from './battle-row.tsx';
import { useBattles } from './use-battles.ts';

export interface ListProps {
  /** Own player id; null when signed out. */
  readonly me: string | null;
  /** Only battles of this size; null for all. */
  readonly type: BattleType | null;
}

export function ActiveList({ me, type }: ListProps) {
  const { data, error, refetch } = useBattles();
  const settings = useSettings();
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void refetch()} reassurance="Stakes are safe on the server." />;
  if (!data) return <LoadingRows />;
  const paused = settings?.casebattle.paused ?? false;
  const battles = data.filter((battle) => type === null || battle.type === type);
  if (battles.length === 0)
    return (
      <div className="rounded-lg border border-line bg-ink-2">
        {paused && <Paused />}
        <EmptyState
          icon={<Swords aria-hidden size={36} strokeWidth={1.5} />}
          title={type === null ? 'No battle is open right now' : 'No battle of this size is open'}
          action={
            <Button variant="primary" onClick={openAddCase}>
              Choose cases
            </Button>
          }
        >
          Open the first one: choose cases, and others take the free spots. Or call bots.
        </EmptyState>
      </div>
    );
  return (
    <>
      {paused && <Paused />}
      <ul aria-label="Battles" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {battles.map((battle) => (
          <BattleRow key={battle.id} battle={battle} me={me} />
        ))}
      </ul>
    </>
  );
}

function Paused() {
  return (
    <p role="status" className="mb-3 rounded-md border border-warn px-4 py-2 text-sm font-semibold text-warn">
      The game is paused. Battles that run are finished; new ones open when it goes on.
    </p>
  );
}

export function LoadingRows() {
  return (
    <div className="grid gap-2" aria-busy>
      {Array.from({ length: 5 }, (_, at) => (
        <Skeleton key={at} className="h-[92px] max-md:h-[168px]" />
      ))}
    </div>
  );
}

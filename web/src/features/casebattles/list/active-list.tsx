/**
 * The active battles: STARTED before PENDING, newest first within each, as ordered by the server; kept still under a
 * pointer. Used by the list page.
 */
import { Swords } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { BattleType, Casebattle } from '@fairpot/contract/casebattle/schemas';
import { Loaded, PausedNote, SAFE } from '../../../games-kit/page-parts.tsx';
import { useSettings } from '../../../platform/page/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { FreshChip } from '../../../ui/states/fresh-chip.tsx';
import { EmptyState, Skeleton } from '../../../ui/states/states.tsx';
import { useGlide } from '../../../ui/layout/glide.ts';
import { useStillList } from '../../../ui/layout/still-list.ts';
import { openAddCase } from '../create/open-add-case.ts';
import { BattleRow } from './battle-row.tsx';
import { ownSeat } from '../seats.ts';
import { useBattles } from '../use-battles.ts';
import { texts } from '../texts.ts';

export interface BattleListProps {
  /** The user's own player id; null when signed out. */
  readonly me: string | null;
  /** Only battles of this size; null for all. */
  readonly type: BattleType | null;
}

export function ActiveList({ me, type }: BattleListProps) {
  const paused = useSettings()?.casebattle.paused ?? false;
  return (
    <Loaded answer={useBattles()} loading={<LoadingRows />} reassurance={SAFE.stakes}>
      {(all) => <Battles all={all} paused={paused} me={me} type={type} />}
    </Loaded>
  );
}

interface BattlesProps extends BattleListProps {
  readonly all: readonly Casebattle[];
  readonly paused: boolean;
}

function Battles({ all, paused, me, type }: BattlesProps) {
  const battles = useMemo(() => all.filter((battle) => type === null || battle.type === type), [all, type]);
  const mine = useCallback((battle: Casebattle) => ownSeat(battle, me) !== null, [me]);
  const { rows, fresh, letIn, hold } = useStillList(battles, battles, { isOwn: mine, gone: asEnded });
  const list = useGlide<HTMLUListElement>(rows.map(({ id }) => id));
  if (rows.length === 0)
    return (
      <div className="rounded-lg border border-line bg-ink-2">
        {paused && <Paused />}
        <EmptyState
          icon={<Swords aria-hidden size={36} strokeWidth={1.5} />}
          title={type === null ? texts.list.none : texts.list.noneOfSize}
          action={
            <Button variant="primary" onClick={openAddCase}>
              {texts.list.choose}
            </Button>
          }
        >
          {texts.list.createFirst}
        </EmptyState>
      </div>
    );
  return (
    <>
      {paused && <Paused />}
      <FreshChip count={fresh} what={texts.battle.what} onPress={letIn} />
      <ul ref={list} aria-label={texts.list.label} className="battle-rows" {...hold}>
        {rows.map((battle) => (
          <BattleRow key={battle.id} battle={battle} me={me} />
        ))}
      </ul>
    </>
  );
}

/** A battle that left the list while its row was held: a waiting one was cancelled, a running one ended. */
function asEnded(battle: Casebattle): Casebattle {
  return battle.status === 'PENDING' ? { ...battle, status: 'CANCELLED' } : battle;
}

function Paused() {
  return <PausedNote className="mb-3">{texts.list.paused}</PausedNote>;
}

export function LoadingRows() {
  return (
    <div className="battle-rows" aria-busy>
      {Array.from({ length: 5 }, (_, at) => (
        <Skeleton key={at} className="battle-waiting-row" />
      ))}
    </div>
  );
}

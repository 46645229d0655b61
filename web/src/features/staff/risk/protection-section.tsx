/** The tab of a player's page about their protection: block, limits, and every sign of play so far. */
import { centsFromUsd, formatUsd } from '@fairpot/contract/money';
import { LIMIT_SPANS } from '@fairpot/contract/protection';
import { getUserProtection } from '@fairpot/contract/risk';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { Nothing, TimeCell } from '../kit/cells.tsx';
import { DeskTable } from '../kit/desk-table.tsx';
import type { UserSectionProps } from '../users/section-props.ts';
import { looked, WHAT, WHEN } from './flags.tsx';

const COLUMNS = [WHEN, WHAT, looked(() => void refetchAll(getUserProtection))];

export function ProtectionSection({ playerId: userId }: UserSectionProps) {
  return (
    <div className="grid gap-4">
      <Own userId={userId} />
      <DeskTable
        label="Signs of play"
        query={getUserProtection}
        input={(before: number | null) => (before === null ? { userId } : { userId, before })}
        rows={({ flags }) => flags}
        next={({ next }) => next}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        empty="No sign so far"
      />
    </div>
  );
}

function Own({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useAsk(getUserProtection, { userId });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-32" />;
  const { block, limits } = data;
  return (
    <Panel title="What the player set">
      <dl className="grid gap-x-6 gap-y-3 text-sm @min-[560px]:grid-cols-2">
        <div>
          <dt className="text-xs text-fg-3">Break or exclusion</dt>
          <dd className="font-semibold">
            {block === null ? (
              <Nothing />
            ) : (
              <>
                {block.kind === 'BREAK' ? 'Break' : 'Self-excluded'} {block.until === null ? 'for good' : 'until'}{' '}
                {block.until !== null && <TimeCell at={block.until} />}
              </>
            )}
          </dd>
        </div>
        {limits.map(({ kind, span, limitUsd, usedUsd }) => (
          <div key={`${kind} ${span}`}>
            <dt className="text-xs text-fg-3">
              {kind} limit in {LIMIT_SPANS[span].words}
            </dt>
            <dd className="font-semibold tabular-nums">
              {formatUsd(centsFromUsd(limitUsd))}, {formatUsd(centsFromUsd(usedUsd))} counted
            </dd>
          </div>
        ))}
        {limits.length === 0 && (
          <div>
            <dt className="text-xs text-fg-3">Limits</dt>
            <dd className="font-semibold">none</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

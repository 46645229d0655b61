/** The tab of what a player has asked to be protected by: limits, a break or an exclusion, the reality check. Staff change none of it. */
import type { OutputOf } from '@fairpot/contract/registry/listed';
import { LIMIT_SPANS } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { getUserLimits } from '@fairpot/contract/staff/users/calls';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { MoneyCell, Nothing, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import type { UserSectionProps } from './section-props.ts';

type Limit = OutputOf<typeof getUserLimits>['limits'][number];

const NAMES = { deposit: 'Deposits', stake: 'Stakes', loss: 'Losses' } as const;

const LIMITS: readonly DeskColumn<Limit>[] = [
  { head: 'Limit of', cell: ({ kind, span }) => `${NAMES[kind]} in ${LIMIT_SPANS[span].words}` },
  { head: 'At most', cell: ({ limitUsd }) => <MoneyCell usd={limitUsd} />, number: true },
  { head: 'Used', cell: ({ usedUsd }) => <MoneyCell usd={usedUsd} />, number: true },
  { head: 'Still free', cell: ({ freeUsd }) => <MoneyCell usd={freeUsd} />, number: true },
  { head: 'Asked for instead', cell: ({ asked }) => <Asked asked={asked} /> },
];

function Asked({ asked }: Pick<Limit, 'asked'>) {
  if (asked === null) return <Nothing />;
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <MoneyCell usd={asked.limitUsd} /> from <TimeCell at={asked.from} />
    </span>
  );
}

export function LimitsSection({ playerId: userId }: UserSectionProps) {
  return (
    <div className="grid gap-4">
      <Stops userId={userId} />
      <DeskTable
        label="Limits"
        query={getUserLimits}
        input={() => ({ userId })}
        rows={({ limits }) => limits}
        next={(): string | null => null}
        rowKey={({ kind, span }) => `${kind} ${span}`}
        columns={LIMITS}
        empty="No limit is set"
      />
    </div>
  );
}

function Stops({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useAsk(getUserLimits, { userId });
  return (
    <Panel title="Breaks and exclusions">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12" />}
      {data && (
        <dl className="grid grid-cols-1 gap-x-6 gap-y-3 @min-[560px]:grid-cols-2">
          <div>
            <dt className="text-xs text-fg-3">Stakes, purchases and deposits</dt>
            <dd className="font-semibold">
              <Block block={data.block} />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-fg-3">Reality check</dt>
            <dd className="font-semibold">
              {data.realityMinutes === null ? 'off' : `every ${data.realityMinutes} minutes`}
            </dd>
          </div>
        </dl>
      )}
    </Panel>
  );
}

function Block({ block }: Pick<Protection, 'block'>) {
  if (block === null) return 'open';
  const { kind, since, until } = block;
  return (
    <span className="inline-flex flex-wrap gap-x-2 text-warn">
      {kind === 'BREAK' ? 'on a break' : 'excluded by themselves'} since <TimeCell at={since} />
      {until === null ? (
        'for good'
      ) : (
        <>
          until <TimeCell at={until} />
        </>
      )}
    </span>
  );
}

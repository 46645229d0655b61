/** The protections a player has set: limits, a break or self-exclusion, the reality check. Staff cannot change them. */
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import { LIMIT_SPANS } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { getUserLimits } from '@fairpot/contract/staff/users/calls';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NoAnswer } from '../../../ui/states/states.tsx';
import { MoneyCell, Nothing, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { Figure } from '../kit/figures.tsx';
import type { UserSectionProps } from './section-props.ts';
import { texts } from './texts.ts';

type UserLimit = OutputOf<typeof getUserLimits>['limits'][number];

const LIMITS: readonly DeskColumn<UserLimit>[] = [
  {
    head: texts.limits.limit,
    cell: ({ kind, span }) => texts.limits.kind(texts.limits.names[kind], LIMIT_SPANS[span].words),
  },
  { head: texts.limits.most, cell: ({ limitUsd }) => <MoneyCell usd={limitUsd} />, number: true },
  { head: texts.limits.used, cell: ({ usedUsd }) => <MoneyCell usd={usedUsd} />, number: true },
  { head: texts.limits.free, cell: ({ freeUsd }) => <MoneyCell usd={freeUsd} />, number: true },
  { head: texts.limits.asked, cell: ({ asked }) => <Asked asked={asked} /> },
];

function Asked({ asked }: Pick<UserLimit, 'asked'>) {
  if (asked === null) return <Nothing />;
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <MoneyCell usd={asked.limitUsd} /> {texts.limits.from} <TimeCell at={asked.from} />
    </span>
  );
}

export function LimitsSection({ playerId: userId }: UserSectionProps) {
  return (
    <div className="grid gap-4">
      <Stops userId={userId} />
      <DeskTable
        label={texts.limits.list}
        query={getUserLimits}
        filter={{ userId }}
        rows={({ limits }) => limits}
        rowKey={({ kind, span }) => `${kind} ${span}`}
        columns={LIMITS}
        empty={texts.limits.empty}
      />
    </div>
  );
}

function Stops({ userId }: { readonly userId: string }) {
  const { data, error, refetch } = useAsk(getUserLimits, { userId });
  return (
    <Panel title={texts.limits.blocks}>
      {!data && <NoAnswer error={error} refetch={refetch} className="h-12" />}
      {data && (
        <dl className="grid grid-cols-1 gap-x-6 gap-y-3 @min-[560px]:grid-cols-2">
          <Figure name={texts.limits.stakes}>
            <Block block={data.block} />
          </Figure>
          <Figure name={texts.limits.reality}>
            {data.realityMinutes === null ? texts.limits.realityOff : texts.limits.realityEvery(data.realityMinutes)}
          </Figure>
        </dl>
      )}
    </Panel>
  );
}

function Block({ block }: Pick<Protection, 'block'>) {
  if (block === null) return texts.limits.open;
  const { kind, since, until } = block;
  return (
    <span className="inline-flex flex-wrap gap-x-2 text-warn">
      {kind === 'BREAK' ? texts.limits.onBreak : texts.limits.excluded} {texts.limits.since} <TimeCell at={since} />
      {until === null ? (
        texts.limits.forGood
      ) : (
        <>
          {texts.limits.until} <TimeCell at={until} />
        </>
      )}
    </span>
  );
}

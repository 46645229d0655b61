/** /staff/protection: signs of play that nobody has looked at yet. */
import { listRiskFlags } from '@fairpot/contract/operations/risk/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { DeskTable } from '../kit/desk-table.tsx';
import { looked, WHAT, WHEN, WHO } from './flags.tsx';

const COLUMNS = [WHEN, WHO, WHAT, looked(() => void refetchAll(listRiskFlags))];

export function RiskScreen() {
  return (
    <>
      <PageHead
        title="Protection"
        lead={
          'Play that a person should look at. ' +
          'Nothing follows by itself: the player was told where limits and help are.'
        }
      />
      <DeskTable
        label="Signs of play"
        query={listRiskFlags}
        input={(before: number | null) => (before === null ? {} : { before })}
        rows={({ flags }) => flags}
        next={({ next }) => next}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        empty="Nothing waits to be looked at"
      />
    </>
  );
}

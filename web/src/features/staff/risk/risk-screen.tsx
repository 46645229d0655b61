/** /staff/protection: risk flags that no one has reviewed yet. */
import { listRiskFlags } from '@fairpot/contract/operations/risk/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { DeskTable } from '../kit/desk-table.tsx';
import { reviewColumn, SIGNAL_COLUMN, SEEN_COLUMN, PLAYER_COLUMN } from './flags.tsx';
import { texts } from './texts.ts';

const COLUMNS = [SEEN_COLUMN, PLAYER_COLUMN, SIGNAL_COLUMN, reviewColumn(() => void refetchAll(listRiskFlags))];

export function RiskScreen() {
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <DeskTable
        label={texts.list}
        query={listRiskFlags}
        rows={({ flags }) => flags}
        columns={COLUMNS}
        empty={texts.empty}
      />
    </>
  );
}

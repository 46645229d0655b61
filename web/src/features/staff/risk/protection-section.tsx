/** All risk flags of one player. */
import { getUserProtection } from '@fairpot/contract/operations/risk/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { DeskTable } from '../kit/desk-table.tsx';
import type { UserSectionProps } from '../users/section-props.ts';
import { reviewColumn, SIGNAL_COLUMN, SEEN_COLUMN } from './flags.tsx';
import { texts } from './texts.ts';

const COLUMNS = [SEEN_COLUMN, SIGNAL_COLUMN, reviewColumn(() => void refetchAll(getUserProtection))];

export function ProtectionSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label={texts.list}
      query={getUserProtection}
      filter={{ userId }}
      rows={({ flags }) => flags}
      columns={COLUMNS}
      empty={texts.emptyPlayer}
    />
  );
}

/** The tab of a player's page with every sign of play so far. */
import { getUserProtection } from '@fairpot/contract/operations/risk/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { DeskTable } from '../kit/desk-table.tsx';
import type { UserSectionProps } from '../users/section-props.ts';
import { looked, WHAT, WHEN } from './flags.tsx';

const COLUMNS = [WHEN, WHAT, looked(() => void refetchAll(getUserProtection))];

export function ProtectionSection({ playerId: userId }: UserSectionProps) {
  return (
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
  );
}

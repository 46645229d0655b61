/** Tokens that are not taken, at the desk: whose, which, in which transaction; nothing is credited for them. */
import { listAllCryptoStrays } from '@fairpot/contract/crypto/incidents/calls';
import type { CryptoStray } from '@fairpot/contract/crypto/incidents/schemas';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

const COLUMNS: readonly DeskColumn<CryptoStray>[] = [
  { head: 'Time, UTC', cell: ({ at }) => <TimeCell at={at} /> },
  { head: 'Network', cell: ({ networkName }) => networkName },
  { head: 'Token', cell: ({ contract }) => <IdCell id={contract} /> },
  { head: 'Units', number: true, cell: ({ units }) => <span className="inline-block min-w-20">{units}</span> },
  { head: 'Transaction', cell: ({ txid }) => <IdCell id={txid} /> },
];
const PLAYER: DeskColumn<CryptoStray> = { head: 'Player', cell: ({ user }) => <PersonCell user={user} /> };

/** Of one player (an id), or of everybody. */
export function Strays({ userId }: { readonly userId?: string }) {
  const whose = userId === undefined ? {} : { userId };
  return (
    <DeskTable
      label="Tokens that are not taken"
      query={listAllCryptoStrays}
      input={(before: string | null) => (before === null ? whose : { ...whose, before })}
      rows={({ strays }) => strays}
      next={({ next }) => next}
      rowKey={({ txid, idx }) => `${txid} ${idx}`}
      columns={userId === undefined ? [PLAYER, ...COLUMNS] : COLUMNS}
      empty="No such token came"
    />
  );
}

/** The tab: what to do about them stands above. */
export function AllStrays() {
  return (
    <div className="grid gap-3">
      <p className="max-w-[90ch] text-sm text-fg-2">
        Each player sees their own. Anybody can send any token to an address, so most are worth nothing; one that a
        player sent by mistake is theirs, and can only be sent back by hand with the keys of the deposit addresses.
      </p>
      <Strays />
    </div>
  );
}

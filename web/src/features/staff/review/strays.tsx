/** Unsupported tokens that were sent to deposit addresses: owner, token, transaction. They are never credited. */
import { listAllCryptoStrays } from '@fairpot/contract/crypto/incidents/calls';
import type { CryptoStray } from '@fairpot/contract/crypto/incidents/schemas';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const COLUMNS: readonly DeskColumn<CryptoStray>[] = [
  { head: kitTexts.heads.time, cell: ({ at }) => <TimeCell at={at} /> },
  { head: kitTexts.heads.network, cell: ({ networkName }) => networkName },
  { head: texts.strays.token, cell: ({ contract }) => <IdCell id={contract} /> },
  {
    head: texts.strays.units,
    number: true,
    cell: ({ units }) => <span className="inline-block min-w-20">{units}</span>,
  },
  { head: kitTexts.heads.transaction, cell: ({ txid }) => <IdCell id={txid} /> },
];
const PLAYER: DeskColumn<CryptoStray> = { head: kitTexts.heads.player, cell: ({ user }) => <PersonCell user={user} /> };

/** Those of one player, or all. */
export function Strays({ userId }: { readonly userId?: string }) {
  return (
    <DeskTable
      label={texts.strays.list}
      query={listAllCryptoStrays}
      filter={userId === undefined ? {} : { userId }}
      rows={({ strays }) => strays}
      rowKey={({ txid, idx }) => `${txid} ${idx}`}
      columns={userId === undefined ? [PLAYER, ...COLUMNS] : COLUMNS}
      empty={texts.strays.empty}
    />
  );
}

/** The tab, with instructions above the list. */
export function AllStrays() {
  return (
    <div className="grid gap-3">
      <p className="max-w-[90ch] text-sm text-fg-2">{texts.strays.text}</p>
      <Strays />
    </div>
  );
}

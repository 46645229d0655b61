/** The lists of what waits besides withdrawals: trades that stand still, incidents of crypto, rounds that cannot be settled. */
import { useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/listed';
import { closeCryptoIncident, INCIDENTS_PAGE, listCryptoIncidents } from '@fairpot/contract/crypto/incidents/calls';
import type { CryptoIncident } from '@fairpot/contract/crypto/incidents/schemas';
import { GAMES } from '@fairpot/contract/games/games';
import { listStuckRounds } from '@fairpot/contract/games/stuck/calls';
import type { StuckRound } from '@fairpot/contract/games/stuck/schemas';
import { listFrozenTrades, unfreezeTrades } from '@fairpot/contract/trades/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useMay } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { openAct } from '../kit/act.ts';
import { useFetchedAgain } from '../kit/fetched-again.ts';
import { IdCell, MoneyCell, Nothing, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { isUnseen, UnseenActs, UnseenDetail } from './unseen.tsx';

type FrozenTrade = OutputOf<typeof listFrozenTrades>['frozen'][number];

/** Players who took a deposit back at Steam after it was credited. */
export function Frozen() {
  const may = useMay('admin');
  const columns: readonly DeskColumn<FrozenTrade>[] = [
    { head: 'Since, UTC', cell: ({ at }) => <TimeCell at={at} /> },
    { head: 'Player', cell: ({ user }) => <PersonCell user={user} /> },
    { head: 'Deposit', cell: ({ orderId }) => <Order id={orderId} /> },
    { head: 'Decision', cell: ({ user }) => (may ? <Lift of={user} /> : <Nothing />) },
  ];
  return (
    <DeskTable
      label="Frozen trades"
      query={listFrozenTrades}
      input={() => ({})}
      rows={({ frozen }) => frozen}
      next={() => null}
      rowKey={({ user }) => user.id}
      columns={columns}
      empty="Nobody’s trades stand still"
    />
  );
}

/** The deposit that was taken back, with all that is known of it. */
function Order({ id }: { readonly id: string }) {
  return (
    <Link to={`/staff/trades?find=${id}`} className="font-mono text-xs wrap-anywhere underline">
      {id}
    </Link>
  );
}

function Lift({ of: user }: { readonly of: FrozenTrade['user'] }) {
  const lift = () =>
    openAct({
      title: `Let ${user.name} trade again`,
      text: 'Deposits and withdrawals of this player go on from the moment you confirm.',
      confirm: 'LIFT',
      command: unfreezeTrades,
      input: { playerId: user.id },
      onDone: () => void refetchAll(listFrozenTrades),
    });
  return (
    <Button aria-label={`Lift: ${user.name}`} onClick={lift}>
      Lift
    </Button>
  );
}

const WHICH = [
  { value: 'false', label: 'Open' },
  { value: 'true', label: 'Closed' },
] as const;

/** What happened to money by crypto and no machine repairs. */
export function Incidents() {
  useFetchedAgain(listCryptoIncidents);
  const may = useMay('admin');
  const [closed, setClosed] = useState<'true' | 'false'>('false');
  const columns: readonly DeskColumn<CryptoIncident>[] = [
    { head: 'Time, UTC', cell: ({ at }) => <TimeCell at={at} /> },
    { head: 'Kind', cell: (row) => <Kind of={row} /> },
    { head: 'Player', cell: ({ user }) => <PersonCell user={user} /> },
    {
      head: 'What',
      cell: ({ detail, txid, holds, unseen }) => (
        <div className="grid gap-1">
          {unseen === null ? <span>{detail}</span> : <UnseenDetail of={unseen} />}
          {txid !== '' && <IdCell id={txid} />}
          {holds && <span className="text-xs font-semibold text-warn">Credits to this address wait for it</span>}
        </div>
      ),
    },
    {
      head: closed === 'true' ? 'Closed' : 'Decision',
      cell: (row) => (row.closedAt === null ? may ? <Open of={row} /> : <Nothing /> : <Closed of={row} />),
    },
  ];
  return (
    <DeskTable
      label="Incidents"
      query={listCryptoIncidents}
      input={(before: number | null) => ({ closed, ...(before !== null && { before }) })}
      rows={({ incidents }) => incidents}
      next={({ incidents }) => (incidents.length < INCIDENTS_PAGE ? null : (incidents.at(-1)?.id ?? null))}
      rowKey={({ id }) => id}
      columns={columns}
      empty={closed === 'false' ? 'No incident is open' : 'No incident was closed'}
      actions={<Select label="Which incidents" value={closed} options={WHICH} onChange={setClosed} />}
    />
  );
}

function Kind({ of: { kind, network } }: { readonly of: CryptoIncident }) {
  return (
    <span className="inline-block min-w-36">
      <IdCell id={kind} /> {network !== null && <span className="text-fg-2">{network}</span>}
    </span>
  );
}

function Open({ of: row }: { readonly of: CryptoIncident }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isUnseen(row) && <UnseenActs of={row} />}
      <Close of={row} />
    </div>
  );
}

function Close({ of: { id, kind, unseen } }: { readonly of: CryptoIncident }) {
  const close = () =>
    openAct({
      title: `Close incident ${id}: ${kind}`,
      text:
        unseen === null
          ? 'Closing moves no money. Credits to its address go on.'
          : 'Closing credits nothing, and the very same is not reported again: ' +
            'close it only when this money is nobody’s.',
      confirm: 'CLOSE',
      command: closeCryptoIncident,
      input: { incidentId: id },
      onDone: () => void refetchAll(listCryptoIncidents),
    });
  return (
    <Button aria-label={`Close incident ${id}`} onClick={close}>
      Close
    </Button>
  );
}

function Closed({ of: { closedAt, closedBy, why } }: { readonly of: CryptoIncident }) {
  return (
    <div className="grid gap-1">
      <TimeCell at={closedAt} />
      <PersonCell user={closedBy} />
      <TextCell text={why ?? 'By itself'} />
    </div>
  );
}

const STUCK: readonly DeskColumn<StuckRound>[] = [
  { head: 'Since, UTC', cell: ({ firstFailedAt }) => <TimeCell at={firstFailedAt} /> },
  {
    head: 'Round',
    cell: ({ game, number, roundId }) => (
      <div className="grid gap-1">
        <strong>
          {GAMES.find((each) => each.game === game)?.one} {number}
        </strong>
        <IdCell id={roundId} />
      </div>
    ),
  },
  { head: 'Staked', number: true, cell: ({ stakedUsd }) => <MoneyCell usd={stakedUsd} /> },
  { head: 'Tries', number: true, cell: ({ times }) => times },
  { head: 'Tried again, UTC', cell: ({ retryAt }) => <TimeCell at={retryAt} /> },
  { head: 'What it ended with', cell: ({ reason }) => <TextCell text={reason} /> },
];

/** Locked rounds that cannot be settled. Nobody here can end one: it is settled by its formula once the cause is gone. */
export function Stuck() {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-fg-2">
        Their stakes are held, and each is tried again by itself. No act of staff sets, ends or voids one: what has to
        go is the cause.
      </p>
      <DeskTable
        label="Stuck rounds"
        query={listStuckRounds}
        input={(after: string | null) => (after === null ? {} : { after })}
        rows={({ rounds }) => rounds}
        next={({ next }) => next}
        rowKey={({ roundId }) => roundId}
        columns={STUCK}
        empty="No round waits for a person"
      />
    </div>
  );
}

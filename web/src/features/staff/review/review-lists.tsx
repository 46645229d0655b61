/** The review queues besides withdrawals: frozen trades, crypto incidents, stuck rounds. */
import { useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import { closeCryptoIncident, INCIDENTS_PAGE, listCryptoIncidents } from '@fairpot/contract/crypto/incidents/calls';
import type { CryptoIncident } from '@fairpot/contract/crypto/incidents/schemas';
import { GAMES } from '@fairpot/contract/games/games';
import { listStuckRounds } from '@fairpot/contract/operations/stuck/calls';
import type { StuckRound } from '@fairpot/contract/operations/stuck/schemas';
import { listFrozenTrades, unfreezeTrades } from '@fairpot/contract/trades/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useMay } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { openAct } from '../kit/act.ts';
import { useAutoRefetch } from '../kit/auto-refetch.ts';
import { IdCell, MoneyCell, Nothing, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { isUnseen, UnseenActs, UnseenDetail } from './unseen.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

type FrozenTrade = OutputOf<typeof listFrozenTrades>['frozen'][number];

/** Players who reversed a deposit on Steam after it was credited. */
export function Frozen() {
  const may = useMay('admin');
  const columns: readonly DeskColumn<FrozenTrade>[] = [
    { head: kitTexts.heads.since, cell: ({ at }) => <TimeCell at={at} /> },
    { head: kitTexts.heads.player, cell: ({ user }) => <PersonCell user={user} /> },
    { head: texts.frozen.deposit, cell: ({ orderId }) => <Order id={orderId} /> },
    { head: kitTexts.heads.decision, cell: ({ user }) => (may ? <Lift of={user} /> : <Nothing />) },
  ];
  return (
    <DeskTable
      label={texts.frozen.list}
      query={listFrozenTrades}
      rows={({ frozen }) => frozen}
      rowKey={({ user }) => user.id}
      columns={columns}
      empty={texts.frozen.empty}
    />
  );
}

/** The reversed deposit, linked to its details. */
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
      title: texts.frozen.liftTitle(user.name),
      text: texts.frozen.liftText,
      confirm: texts.frozen.liftConfirm,
      command: unfreezeTrades,
      input: { playerId: user.id },
      onDone: () => void refetchAll(listFrozenTrades),
    });
  return (
    <Button aria-label={texts.frozen.liftOne(user.name)} onClick={lift}>
      {texts.frozen.lift}
    </Button>
  );
}

const STATUS_OPTIONS = [
  { value: 'false', label: texts.incidents.open },
  { value: 'true', label: texts.incidents.closed },
] as const;

/** Crypto incidents: problems with money that need a person. */
export function Incidents() {
  useAutoRefetch(listCryptoIncidents);
  const may = useMay('admin');
  const [closed, setClosed] = useState<'true' | 'false'>('false');
  const columns: readonly DeskColumn<CryptoIncident>[] = [
    { head: kitTexts.heads.time, cell: ({ at }) => <TimeCell at={at} /> },
    { head: texts.incidents.kind, cell: (row) => <Kind of={row} /> },
    { head: kitTexts.heads.player, cell: ({ user }) => <PersonCell user={user} /> },
    {
      head: texts.incidents.details,
      cell: ({ detail, txid, holds, unseen }) => (
        <div className="grid gap-1">
          {unseen === null ? <span>{detail}</span> : <UnseenDetail of={unseen} />}
          {txid !== '' && <IdCell id={txid} />}
          {holds && <span className="text-xs font-semibold text-warn">{texts.incidents.holds}</span>}
        </div>
      ),
    },
    {
      head: closed === 'true' ? texts.incidents.closed : kitTexts.heads.decision,
      cell: (row) => (row.closedAt === null ? may ? <Open of={row} /> : <Nothing /> : <Closed of={row} />),
    },
  ];
  return (
    <DeskTable
      label={texts.incidents.list}
      query={listCryptoIncidents}
      filter={{ closed }}
      rows={({ incidents }) => incidents}
      next={({ incidents }) => (incidents.length < INCIDENTS_PAGE ? null : (incidents.at(-1)?.id ?? null))}
      columns={columns}
      empty={closed === 'false' ? texts.incidents.noneOpen : texts.incidents.noneClosed}
      actions={<Select label={texts.incidents.filter} value={closed} options={STATUS_OPTIONS} onChange={setClosed} />}
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
      title: texts.incidents.closeTitle(id, kind),
      text: unseen === null ? texts.incidents.closeText : texts.incidents.closeUnseenText,
      confirm: texts.incidents.closeConfirm,
      command: closeCryptoIncident,
      input: { incidentId: id },
      onDone: () => void refetchAll(listCryptoIncidents),
    });
  return (
    <Button aria-label={texts.incidents.closeOne(id)} onClick={close}>
      {texts.incidents.close}
    </Button>
  );
}

function Closed({ of: { closedAt, closedBy, why } }: { readonly of: CryptoIncident }) {
  return (
    <div className="grid gap-1">
      <TimeCell at={closedAt} />
      <PersonCell user={closedBy} />
      <TextCell text={why ?? texts.incidents.automatic} />
    </div>
  );
}

const STUCK: readonly DeskColumn<StuckRound>[] = [
  { head: kitTexts.heads.since, cell: ({ firstFailedAt }) => <TimeCell at={firstFailedAt} /> },
  {
    head: texts.stuck.round,
    cell: ({ game, number, roundId }) => (
      <div className="grid gap-1">
        <strong>
          {GAMES.find((each) => each.game === game)?.one} {number}
        </strong>
        <IdCell id={roundId} />
      </div>
    ),
  },
  { head: texts.stuck.staked, number: true, cell: ({ stakedUsd }) => <MoneyCell usd={stakedUsd} /> },
  { head: texts.stuck.tries, number: true, cell: ({ times }) => times },
  { head: texts.stuck.retry, cell: ({ retryAt }) => <TimeCell at={retryAt} /> },
  { head: texts.stuck.error, cell: ({ reason }) => <TextCell text={reason} /> },
];

/** Locked rounds that cannot be settled. Staff cannot end one: its formula settles it once the cause is fixed. */
export function Stuck() {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-fg-2">{texts.stuck.text}</p>
      <DeskTable
        label={texts.stuck.list}
        query={listStuckRounds}
        pageBy="after"
        rows={({ rounds }) => rounds}
        rowKey={({ roundId }) => roundId}
        columns={STUCK}
        empty={texts.stuck.empty}
      />
    </div>
  );
}

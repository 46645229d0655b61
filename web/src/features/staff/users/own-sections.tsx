/** The tabs of a player's page that accounts and money fill: each a list of the desk. */
import { useState } from 'react';
import { byGame } from '@fairpot/contract/games/games';
import { listStaffActs } from '@fairpot/contract/staff/calls';
import type { StaffActView } from '@fairpot/contract/staff/schemas';
import {
  addUserNote,
  listUserCryptoOrders,
  listUserCryptoWithdrawals,
  listUserMovements,
  listUserNotes,
  listUserRounds,
  listUserSessions,
  listUserTrades,
  NOTE_MOST,
} from '@fairpot/contract/staff/users/calls';
import type { UserMovement, UserNote, UserRound, UserSession } from '@fairpot/contract/staff/users/schemas';
import type { OutputOf } from '@fairpot/contract/registry/listed';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { IdCell, MoneyCell, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { Strays } from '../review/strays.tsx';
import type { UserSectionProps } from './section-props.ts';

const TIME = { head: 'Time, UTC', cell: ({ at }: { readonly at: number }) => <TimeCell at={at} /> };
const CREATED = { head: 'Time, UTC', cell: (row: { readonly createdAt: number }) => <TimeCell at={row.createdAt} /> };

const MOVEMENTS: readonly DeskColumn<UserMovement>[] = [
  TIME,
  { head: 'What', cell: ({ code }) => <IdCell id={code} /> },
  { head: 'Balance', cell: ({ cashUsd }) => <MoneyCell usd={cashUsd} signed />, number: true },
  { head: 'On hold', cell: ({ holdUsd }) => <MoneyCell usd={holdUsd} signed />, number: true },
  { head: 'Behind it', cell: ({ ref }) => <IdCell id={ref} /> },
];

export function MoneySection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label="Movements of money"
      query={listUserMovements}
      input={(before: string | null) => (before === null ? { userId } : { userId, before })}
      rows={({ movements }) => movements}
      next={({ next }) => next}
      rowKey={({ id }) => id}
      columns={MOVEMENTS}
      empty="No money has moved"
    />
  );
}

const LABELS = byGame(({ label }) => label);
const ROUNDS: readonly DeskColumn<UserRound>[] = [
  TIME,
  { head: 'Game', cell: ({ game }) => LABELS[game] },
  { head: 'Result', cell: ({ won }) => (won ? 'won' : 'lost') },
  { head: 'Staked', cell: ({ stakedUsd }) => <MoneyCell usd={stakedUsd} />, number: true },
  { head: 'Paid out', cell: ({ wonUsd }) => <MoneyCell usd={wonUsd} />, number: true },
  { head: 'Fee', cell: ({ feeUsd }) => <MoneyCell usd={feeUsd} />, number: true },
  {
    head: 'Round',
    cell: ({ roundId }) => (
      <Link to={roundLink(roundId)} className="font-mono text-xs wrap-anywhere underline">
        {roundId}
      </Link>
    ),
  },
];

export function RoundsSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label="Games"
      query={listUserRounds}
      input={(before: string | null) => (before === null ? { userId } : { userId, before })}
      rows={({ rounds }) => rounds}
      next={({ next }) => next}
      rowKey={({ roundId }) => roundId}
      columns={ROUNDS}
      empty="No round was played"
    />
  );
}

type Trade = OutputOf<typeof listUserTrades>['orders'][number];
const TRADES: readonly DeskColumn<Trade>[] = [
  CREATED,
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'State', cell: ({ state, reasonText }) => (reasonText === '' ? state : `${state}: ${reasonText}`) },
  { head: 'Items', cell: ({ items }) => items.length, number: true },
  { head: 'Worth', cell: ({ totalUsd }) => <MoneyCell usd={totalUsd} />, number: true },
  { head: 'Code', cell: ({ code }) => <TradeLink code={code} /> },
];

/** The way to all that is known of the order: what its trade moved, and where its items are. */
function TradeLink({ code }: Pick<Trade, 'code'>) {
  return (
    <Link to={`/staff/trades?find=${code}`} className="font-mono text-xs underline">
      {code}
    </Link>
  );
}

const PAGE = 20;
/** Lists of 20 that say no next: a full page may have one. */
const after20 = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);

export function TradesSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label="Trade orders"
      query={listUserTrades}
      input={(before: string | null) => (before === null ? { userId } : { userId, before })}
      rows={({ orders }) => orders}
      next={({ orders }) => after20(orders)}
      rowKey={({ id }) => id}
      columns={TRADES}
      empty="No trade was ordered"
    />
  );
}

type Order = OutputOf<typeof listUserCryptoOrders>[number];
const DEPOSITS: readonly DeskColumn<Order>[] = [
  CREATED,
  { head: 'Coin', cell: ({ coinName, networkName }) => `${coinName} (${networkName})` },
  { head: 'State', cell: ({ status }) => status },
  { head: 'Sum', cell: ({ amountUsd }) => <MoneyCell usd={amountUsd} />, number: true },
  { head: 'Payments', cell: ({ payments }) => payments.length, number: true },
  { head: 'Id', cell: ({ id }) => <IdCell id={id} /> },
];
type Withdrawal = OutputOf<typeof listUserCryptoWithdrawals>[number];
const WITHDRAWALS: readonly DeskColumn<Withdrawal>[] = [
  CREATED,
  { head: 'Coin', cell: ({ coinName, networkName }) => `${coinName} (${networkName})` },
  { head: 'State', cell: ({ status, reasonText }) => (reasonText === '' ? status : `${status}: ${reasonText}`) },
  { head: 'Sum', cell: ({ amountUsd }) => <MoneyCell usd={amountUsd} />, number: true },
  { head: 'Transaction', cell: ({ txid }) => <IdCell id={txid} /> },
  { head: 'Id', cell: ({ id }) => <IdCell id={id} /> },
];

export function CryptoSection({ playerId: userId }: UserSectionProps) {
  const input = (before: string | null) => (before === null ? { userId } : { userId, before });
  return (
    <div className="grid gap-4">
      <DeskTable
        label="Deposits by crypto"
        query={listUserCryptoOrders}
        input={input}
        rows={(orders) => orders}
        next={after20}
        rowKey={({ id }) => id}
        columns={DEPOSITS}
        empty="No deposit by crypto"
      />
      <DeskTable
        label="Withdrawals by crypto"
        query={listUserCryptoWithdrawals}
        input={input}
        rows={(withdrawals) => withdrawals}
        next={after20}
        rowKey={({ id }) => id}
        columns={WITHDRAWALS}
        empty="No withdrawal by crypto"
      />
      <Strays userId={userId} />
    </div>
  );
}

const SESSIONS: readonly DeskColumn<UserSession>[] = [
  { head: 'Signed in, UTC', cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
  { head: 'Last used, UTC', cell: ({ lastSeenAt }) => <TimeCell at={lastSeenAt} /> },
  { head: 'Place', cell: ({ place }) => <IdCell id={place} /> },
  { head: 'Browser', cell: ({ userAgent }) => <span className="text-xs wrap-anywhere">{userAgent}</span> },
];

export function SessionsSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label="Open sessions"
      query={listUserSessions}
      input={() => ({ userId })}
      rows={({ sessions }) => sessions}
      next={(): string | null => null}
      rowKey={({ createdAt, place }) => `${createdAt} ${place}`}
      columns={SESSIONS}
      empty="Signed in nowhere"
    />
  );
}

const NOTES: readonly DeskColumn<UserNote>[] = [
  TIME,
  { head: 'By', cell: ({ author }) => <PersonCell user={author} /> },
  { head: 'Note', cell: ({ note }) => <TextCell text={note} /> },
];

export function NotesSection({ playerId: userId }: UserSectionProps) {
  const [note, setNote] = useState('');
  const { phase, refusal, run } = useSend(addUserNote, {
    onAccepted: () => {
      setNote('');
      void refetchAll(listUserNotes);
    },
    onRefused: () => true,
  });
  return (
    <div className="grid gap-4">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim() !== '') void run({ userId, note });
        }}
      >
        <TextField
          className="min-w-56 flex-1"
          label="New note"
          hint="Only staff read it, and nobody can change it."
          error={refusal?.text ?? null}
          maxLength={NOTE_MOST}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" className="mb-6" busy={phase === 'sent'}>
          ADD NOTE
        </Button>
      </form>
      <DeskTable
        label="Notes"
        query={listUserNotes}
        input={(before: number | null) => (before === null ? { userId } : { userId, before })}
        rows={({ notes }) => notes}
        next={({ next }) => next}
        rowKey={({ id }) => id}
        columns={NOTES}
        empty="No note yet"
      />
    </div>
  );
}

const ACTS: readonly DeskColumn<StaffActView>[] = [
  TIME,
  { head: 'Who', cell: ({ actor, actorId }) => <PersonCell user={actor} id={actorId} /> },
  { head: 'Act', cell: ({ act }) => <IdCell id={act} /> },
  { head: 'Why', cell: ({ why }) => <TextCell text={why} /> },
];

export function ActsSection({ playerId: player }: UserSectionProps) {
  return (
    <DeskTable
      label="What staff did about this player"
      query={listStaffActs}
      input={(before: string | null) => (before === null ? { player } : { player, before })}
      rows={({ acts }) => acts}
      next={({ next }) => next}
      rowKey={({ id }) => id}
      columns={ACTS}
      empty="Nothing so far"
    />
  );
}

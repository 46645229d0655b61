/** Sections of a player's page about the account and money: each a list of the desk. */
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
  NOTE_MAX_LENGTH,
} from '@fairpot/contract/staff/users/calls';
import type { UserMovement, UserNote, UserRound, UserSession } from '@fairpot/contract/staff/users/schemas';
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, TextField } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { IdCell, MoneyCell, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { Strays } from '../review/strays.tsx';
import type { UserSectionProps } from './section-props.ts';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const TIME = { head: kitTexts.heads.time, cell: ({ at }: { readonly at: number }) => <TimeCell at={at} /> };
const CREATED = {
  head: kitTexts.heads.time,
  cell: (row: { readonly createdAt: number }) => <TimeCell at={row.createdAt} />,
};

const MOVEMENTS: readonly DeskColumn<UserMovement>[] = [
  TIME,
  { head: texts.money.event, cell: ({ code }) => <IdCell id={code} /> },
  { head: texts.money.balance, cell: ({ cashUsd }) => <MoneyCell usd={cashUsd} signed />, number: true },
  { head: texts.money.held, cell: ({ holdUsd }) => <MoneyCell usd={holdUsd} signed />, number: true },
  { head: texts.money.reference, cell: ({ ref }) => <IdCell id={ref} /> },
];

export function MoneySection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label={texts.money.list}
      query={listUserMovements}
      filter={{ userId }}
      rows={({ movements }) => movements}
      columns={MOVEMENTS}
      empty={texts.money.empty}
    />
  );
}

const LABELS = byGame(({ label }) => label);
const ROUNDS: readonly DeskColumn<UserRound>[] = [
  TIME,
  { head: texts.rounds.game, cell: ({ game }) => LABELS[game] },
  { head: texts.rounds.result, cell: ({ won }) => (won ? texts.rounds.won : texts.rounds.lost) },
  { head: texts.rounds.staked, cell: ({ stakedUsd }) => <MoneyCell usd={stakedUsd} />, number: true },
  { head: texts.rounds.paid, cell: ({ wonUsd }) => <MoneyCell usd={wonUsd} />, number: true },
  { head: texts.rounds.fee, cell: ({ feeUsd }) => <MoneyCell usd={feeUsd} />, number: true },
  {
    head: texts.rounds.round,
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
      label={texts.rounds.list}
      query={listUserRounds}
      filter={{ userId }}
      rows={({ rounds }) => rounds}
      rowKey={({ roundId }) => roundId}
      columns={ROUNDS}
      empty={texts.rounds.empty}
    />
  );
}

type UserTrade = OutputOf<typeof listUserTrades>['orders'][number];
const TRADES: readonly DeskColumn<UserTrade>[] = [
  CREATED,
  { head: texts.trades.kind, cell: ({ kind }) => kind },
  {
    head: kitTexts.heads.status,
    cell: ({ state, reasonText }) => (reasonText === '' ? state : `${state}: ${reasonText}`),
  },
  { head: texts.trades.items, cell: ({ items }) => items.length, number: true },
  { head: kitTexts.heads.value, cell: ({ totalUsd }) => <MoneyCell usd={totalUsd} />, number: true },
  { head: texts.trades.code, cell: ({ code }) => <TradeLink code={code} /> },
];

/** Links to the order's details: what its trade moved, and where the items are. */
function TradeLink({ code }: Pick<UserTrade, 'code'>) {
  return (
    <Link to={`/staff/trades?find=${code}`} className="font-mono text-xs underline">
      {code}
    </Link>
  );
}

const PAGE = 20;
/** For lists of 20 without a `next`: a full page may have another one. */
const after20 = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);

export function TradesSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label={texts.trades.list}
      query={listUserTrades}
      filter={{ userId }}
      rows={({ orders }) => orders}
      next={({ orders }) => after20(orders)}
      columns={TRADES}
      empty={texts.trades.empty}
    />
  );
}

type UserCryptoOrder = OutputOf<typeof listUserCryptoOrders>[number];
const DEPOSITS: readonly DeskColumn<UserCryptoOrder>[] = [
  CREATED,
  { head: texts.crypto.coin, cell: ({ coinName, networkName }) => `${coinName} (${networkName})` },
  { head: kitTexts.heads.status, cell: ({ status }) => status },
  { head: texts.crypto.sum, cell: ({ amountUsd }) => <MoneyCell usd={amountUsd} />, number: true },
  { head: texts.crypto.payments, cell: ({ payments }) => payments.length, number: true },
  { head: kitTexts.heads.id, cell: ({ id }) => <IdCell id={id} /> },
];
type UserWithdrawal = OutputOf<typeof listUserCryptoWithdrawals>[number];
const WITHDRAWALS: readonly DeskColumn<UserWithdrawal>[] = [
  CREATED,
  { head: texts.crypto.coin, cell: ({ coinName, networkName }) => `${coinName} (${networkName})` },
  {
    head: kitTexts.heads.status,
    cell: ({ status, reasonText }) => (reasonText === '' ? status : `${status}: ${reasonText}`),
  },
  { head: texts.crypto.sum, cell: ({ amountUsd }) => <MoneyCell usd={amountUsd} />, number: true },
  { head: kitTexts.heads.transaction, cell: ({ txid }) => <IdCell id={txid} /> },
  { head: kitTexts.heads.id, cell: ({ id }) => <IdCell id={id} /> },
];

export function CryptoSection({ playerId: userId }: UserSectionProps) {
  return (
    <div className="grid gap-4">
      <DeskTable
        label={texts.crypto.deposits}
        query={listUserCryptoOrders}
        filter={{ userId }}
        rows={(orders) => orders}
        next={after20}
        columns={DEPOSITS}
        empty={texts.crypto.noDeposits}
      />
      <DeskTable
        label={texts.crypto.withdrawals}
        query={listUserCryptoWithdrawals}
        filter={{ userId }}
        rows={(withdrawals) => withdrawals}
        next={after20}
        columns={WITHDRAWALS}
        empty={texts.crypto.noWithdrawals}
      />
      <Strays userId={userId} />
    </div>
  );
}

const SESSIONS: readonly DeskColumn<UserSession>[] = [
  { head: texts.sessions.signedIn, cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
  { head: texts.sessions.lastUsed, cell: ({ lastSeenAt }) => <TimeCell at={lastSeenAt} /> },
  { head: texts.sessions.place, cell: ({ place }) => <IdCell id={place} /> },
  { head: texts.sessions.browser, cell: ({ userAgent }) => <span className="text-xs wrap-anywhere">{userAgent}</span> },
];

export function SessionsSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label={texts.sessions.list}
      query={listUserSessions}
      filter={{ userId }}
      rows={({ sessions }) => sessions}
      rowKey={({ createdAt, place }) => `${createdAt} ${place}`}
      columns={SESSIONS}
      empty={texts.sessions.empty}
    />
  );
}

const NOTES: readonly DeskColumn<UserNote>[] = [
  TIME,
  { head: texts.notes.by, cell: ({ author }) => <PersonCell user={author} /> },
  { head: texts.notes.note, cell: ({ note }) => <TextCell text={note} /> },
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
      <Form
        className="flex flex-wrap items-end gap-2"
        onSubmit={() => {
          if (note.trim() !== '') void run({ userId, note });
        }}
      >
        <TextField
          className="min-w-56 flex-1"
          label={texts.notes.add}
          hint={texts.notes.hint}
          error={refusal?.text ?? null}
          maxLength={NOTE_MAX_LENGTH}
          value={note}
          onChange={setNote}
        />
        <Button type="submit" className="mb-6" busy={phase === 'sent'}>
          {texts.notes.addButton}
        </Button>
      </Form>
      <DeskTable
        label={texts.notes.list}
        query={listUserNotes}
        filter={{ userId }}
        rows={({ notes }) => notes}
        columns={NOTES}
        empty={texts.notes.empty}
      />
    </div>
  );
}

const ACTS: readonly DeskColumn<StaffActView>[] = [
  TIME,
  { head: kitTexts.heads.staff, cell: ({ actor, actorId }) => <PersonCell user={actor} id={actorId} /> },
  { head: texts.audit.action, cell: ({ act }) => <IdCell id={act} /> },
  { head: kitTexts.heads.reason, cell: ({ why }) => <TextCell text={why} /> },
];

export function ActsSection({ playerId: player }: UserSectionProps) {
  return (
    <DeskTable
      label={texts.audit.list}
      query={listStaffActs}
      filter={{ player }}
      rows={({ acts }) => acts}
      columns={ACTS}
      empty={texts.audit.empty}
    />
  );
}

/**
 * Money that only the balance of an address shows, and how two of the staff credit it: one finds its transaction and asks, another one
 * finds it too and says the same. What is credited is what the watcher says; nobody types a sum.
 */
import { COINS } from '@fairpot/contract/crypto/calls';
import { creditUnseenMoney, listCryptoIncidents, refuseUnseenMoney } from '@fairpot/contract/crypto/incidents/calls';
import type { CryptoIncident, UnseenMoney } from '@fairpot/contract/crypto/incidents/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useMe } from '../../../platform/page/session.ts';
import { toastNote, toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { openAct, openAskingAct } from '../kit/act.ts';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { txidOf } from './txid.ts';

interface UnseenIncident extends Omit<CryptoIncident, 'unseen'> {
  readonly unseen: UnseenMoney;
}

export function isUnseen(incident: CryptoIncident): incident is UnseenIncident {
  return incident.unseen !== null;
}

const refetch = () => void refetchAll(listCryptoIncidents);

type Said = NonNullable<UnseenMoney['said']>;
const worthOf = ({ worthUsd: worth }: Said) => (worth === null ? 'no rate right now' : formatUsd(centsFromUsd(worth)));

/** What the watcher says of the address, and who asked. */
export function UnseenDetail({ of: { address, said, asked } }: { readonly of: UnseenMoney }) {
  return (
    <div className="grid gap-2">
      <IdCell id={address} />
      {said === null ? (
        <span className="font-semibold text-warn">The watcher does not say so (any more)</span>
      ) : (
        <span>
          <strong>
            {said.moreCoin} {said.coinName}
          </strong>{' '}
          ({worthOf(said)}) are in no payment: {said.chainCoin} came by the chain, {said.paidCoin} by payments.
        </span>
      )}
      {asked !== null && (
        <span className="flex flex-wrap items-center gap-2 text-fg-2">
          <PersonCell user={asked.by} /> asked for {asked.moreCoin} {asked.coinName}: {asked.why}{' '}
          <TimeCell at={asked.at} />
        </span>
      )}
    </div>
  );
}

/** The buttons of one: what this person can do about it now. */
export function UnseenActs({ of: incident }: { readonly of: UnseenIncident }) {
  const me = useMe();
  const { id, user, unseen } = incident;
  const { said, asked } = unseen;
  if (user?.id === me) return <span className="text-fg-2">Nobody decides about their own address</span>;
  const own = asked?.by.id === me;
  return (
    <>
      {own && <span className="text-sm text-fg-2">Another person has to find it too</span>}
      {said !== null && !own && (
        <Button variant="primary" aria-label={`Credit incident ${id}`} onClick={() => credit(incident, said)}>
          Credit
        </Button>
      )}
      {asked !== null && (
        <Button aria-label={`${own ? 'Take back' : 'Say no to'} incident ${id}`} onClick={() => sayNo(incident, own)}>
          {own ? 'Take back' : 'Say no'}
        </Button>
      )}
    </>
  );
}

function credit({ id, user, unseen }: UnseenIncident, said: Said): void {
  const sum = `${said.moreCoin} ${said.coinName}`;
  const { asked } = unseen;
  openAskingAct({
    title: `Credit ${sum} to ${user?.name ?? 'nobody'}`,
    text:
      asked === null
        ? 'You ask: nothing moves until another one of the staff has found the same transaction.'
        : `${asked.by.name} asked for it. With the same transaction from you it is credited, at the rate of now.`,
    about: <Checks of={unseen} said={said} />,
    field: {
      name: 'txid',
      label: 'Transaction that brought it',
      hint:
        asked === null
          ? 'From an explorer, not from the player: 64 hex digits.'
          : 'Look it up yourself: theirs is not shown. 64 hex digits.',
      read: txidOf,
      wrong: 'These are not 64 hex digits.',
    },
    confirm: asked === null ? 'ASK FOR IT' : 'CREDIT',
    command: creditUnseenMoney,
    input: { incidentId: id },
    refused: ({ code }) => (code === 'UNSEEN_OTHER' ? OTHER : null),
    onDone: ({ approvals }) => {
      if (approvals === 1) toastNote('Asked for. Another person has to find the same transaction');
      else toastSuccess(`${sum} are credited next`);
      refetch();
    },
  });
}

const OTHER =
  'This is not the transaction, or no longer the sum, that was asked for. ' +
  'Find out who is right: say no to it, and it can be asked anew.';

/** What is held against what, so that nobody has to believe anybody. */
function Checks({ of: { address }, said }: { readonly of: UnseenMoney; readonly said: Said }) {
  const lines: readonly (readonly [string, string])[] = [
    ['Address', address],
    ['Network', COINS[said.coinName].networkName],
    ['Came by the chain', `${said.chainCoin} ${said.coinName}`],
    ['Came by payments', `${said.paidCoin} ${said.coinName}`],
    ['Is credited', `${said.moreCoin} ${said.coinName}, ${worthOf(said)}`],
  ];
  return (
    <dl aria-label="Checked against" className="grid gap-1.5 rounded-md bg-ink-3 p-3 text-sm">
      {lines.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[minmax(96px,40%)_minmax(0,1fr)] gap-3">
          <dt className="text-fg-2">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function sayNo({ id, user }: UnseenIncident, own: boolean): void {
  openAct({
    title: `${own ? 'Take back' : 'Say no to'} the credit for ${user?.name ?? 'nobody'}`,
    text: 'Nothing moves, and the incident stays open: it can be asked for anew.',
    confirm: own ? 'TAKE BACK' : 'SAY NO',
    danger: !own,
    command: refuseUnseenMoney,
    input: { incidentId: id },
    onDone: refetch,
  });
}

/**
 * Money that shows only in the balance of an address, and how two staff members credit it: one finds the transaction and requests the
 * credit, another finds the same transaction independently. The watcher reports the amount; no one types it.
 */
import { COINS } from '@fairpot/contract/crypto/calls';
import { creditUnseenMoney, listCryptoIncidents, refuseUnseenMoney } from '@fairpot/contract/crypto/incidents/calls';
import type { CryptoIncident, UnseenMoney } from '@fairpot/contract/crypto/incidents/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useMe } from '../../../platform/page/session.ts';
import { toastNote, toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { openAct, openActWithField } from '../kit/act.ts';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { txidOf } from './txid.ts';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

interface UnseenMoneyIncident extends Omit<CryptoIncident, 'unseen'> {
  readonly unseen: UnseenMoney;
}

export function isUnseen(incident: CryptoIncident): incident is UnseenMoneyIncident {
  return incident.unseen !== null;
}

const refetch = () => void refetchAll(listCryptoIncidents);

type WatcherReport = NonNullable<UnseenMoney['said']>;
const worthOf = ({ worthUsd: worth }: WatcherReport) =>
  worth === null ? texts.unseen.noRate : formatUsd(centsFromUsd(worth));

/** The watcher's report on the address, and who requested a credit. */
export function UnseenDetail({ of: { address, said, asked } }: { readonly of: UnseenMoney }) {
  return (
    <div className="grid gap-2">
      <IdCell id={address} />
      {said === null ? (
        <span className="font-semibold text-warn">{texts.unseen.gone}</span>
      ) : (
        <span>
          <strong>
            {said.moreCoin} {said.coinName}
          </strong>{' '}
          {texts.unseen.more(worthOf(said), said.chainCoin, said.paidCoin)}
        </span>
      )}
      {asked !== null && (
        <span className="flex flex-wrap items-center gap-2 text-fg-2">
          <PersonCell user={asked.by} /> {texts.unseen.requested(`${asked.moreCoin} ${asked.coinName}`, asked.why)}{' '}
          <TimeCell at={asked.at} />
        </span>
      )}
    </div>
  );
}

/** The buttons for one incident: what this staff member can do now. */
export function UnseenActs({ of: incident }: { readonly of: UnseenMoneyIncident }) {
  const me = useMe();
  const { id, user, unseen } = incident;
  const { said, asked } = unseen;
  if (user?.id === me) return <span className="text-fg-2">{texts.unseen.own}</span>;
  const own = asked?.by.id === me;
  return (
    <>
      {own && <span className="text-sm text-fg-2">{texts.unseen.needsOther}</span>}
      {said !== null && !own && (
        <Button variant="primary" aria-label={texts.unseen.creditOne(id)} onClick={() => credit(incident, said)}>
          {texts.unseen.credit}
        </Button>
      )}
      {asked !== null && (
        <Button
          aria-label={own ? texts.unseen.withdrawOne(id) : texts.unseen.rejectOne(id)}
          onClick={() => rejectCredit(incident, own)}
        >
          {own ? texts.unseen.withdraw : texts.unseen.reject}
        </Button>
      )}
    </>
  );
}

function credit({ id, user, unseen }: UnseenMoneyIncident, said: WatcherReport): void {
  const sum = `${said.moreCoin} ${said.coinName}`;
  const { asked } = unseen;
  openActWithField({
    title: texts.unseen.creditTitle(sum, user?.name ?? texts.unseen.unknownPlayer),
    text: asked === null ? texts.unseen.requestText : texts.unseen.approveText(asked.by.name),
    about: <Checks of={unseen} said={said} />,
    field: {
      name: 'txid',
      label: texts.unseen.txid,
      hint: asked === null ? texts.unseen.txidHintFirst : texts.unseen.txidHintSecond,
      read: txidOf,
      wrong: texts.unseen.txidWrong,
    },
    confirm: asked === null ? texts.unseen.requestConfirm : texts.unseen.creditConfirm,
    command: creditUnseenMoney,
    input: { incidentId: id },
    refused: ({ code }) => (code === 'UNSEEN_OTHER' ? texts.unseen.mismatch : null),
    onDone: ({ approvals }) => {
      if (approvals === 1) toastNote(texts.unseen.requestedToast);
      else toastSuccess(texts.unseen.creditedToast(sum));
      refetch();
    },
  });
}

/** The values to compare, so that neither staff member has to trust the other. */
function Checks({ of: { address }, said }: { readonly of: UnseenMoney; readonly said: WatcherReport }) {
  const lines: readonly (readonly [string, string])[] = [
    [texts.unseen.address, address],
    [kitTexts.heads.network, COINS[said.coinName].networkName],
    [texts.unseen.chain, `${said.chainCoin} ${said.coinName}`],
    [texts.unseen.payments, `${said.paidCoin} ${said.coinName}`],
    [texts.unseen.credited, `${said.moreCoin} ${said.coinName}, ${worthOf(said)}`],
  ];
  return (
    <dl aria-label={texts.unseen.checks} className="grid gap-1.5 rounded-md bg-ink-3 p-3 text-sm">
      {lines.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[minmax(96px,40%)_minmax(0,1fr)] gap-3">
          <dt className="text-fg-2">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function rejectCredit({ id, user }: UnseenMoneyIncident, own: boolean): void {
  const name = user?.name ?? texts.unseen.unknownPlayer;
  openAct({
    title: own ? texts.unseen.withdrawTitle(name) : texts.unseen.rejectTitle(name),
    text: texts.unseen.rejectText,
    confirm: own ? texts.unseen.withdrawConfirm : texts.unseen.rejectConfirm,
    danger: !own,
    command: refuseUnseenMoney,
    input: { incidentId: id },
    onDone: refetch,
  });
}

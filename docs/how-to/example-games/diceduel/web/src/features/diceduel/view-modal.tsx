/** The view of one duel (modal 'diceduel.view'): both players, its progress, the possible actions, and the proof below. */
import { Swords, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { cancelDiceduel, COUNTDOWN_MS } from '@fairpot/contract/diceduel/calls';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { BeaconCountdown, BeaconRound, useNamedBeacon } from '../../games-kit/beacon.tsx';
import { fairplayLink } from '../../games-kit/fairplay-link.ts';
import { sumItems } from '../../games-kit/item-payouts.ts';
import { Loaded, LoginButton, SAFE } from '../../games-kit/page-parts.tsx';
import { FairplayLink, HashAndSecret, RoundSeal } from '../../games-kit/proof.tsx';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { openModal } from '../../platform/page/modal.ts';
import { useWatchReason } from '../../platform/page/scripted.ts';
import { useMe } from '../../platform/page/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { ScriptedNote } from '../../ui/states/scripted-mark.tsx';
import { Countdown } from '../../ui/values/countdown.tsx';
import { Money } from '../../ui/values/money.tsx';
import { throwsText } from './dice.tsx';
import { potOf, windowText } from './money-text.ts';
import { HALF } from './observe.ts';
import { Seat, seatOf } from './seat.tsx';
import type { Stage } from './stage.ts';
import { isOwn, useDiceduel, useStage } from './use-diceduels.ts';

export function ViewModal({ gameId }: { readonly gameId: string }) {
  return (
    <Loaded answer={useDiceduel(gameId)} loading={<Skeleton className="h-[480px]" />} reassurance={SAFE.stakes}>
      {(duel) => <DuelView duel={duel} />}
    </Loaded>
  );
}

function DuelView({ duel }: { readonly duel: DiceduelGame }) {
  const me = useMe();
  const { stage, shown } = useStage(duel, me);
  return (
    <div className="grid gap-5" data-stage={stage}>
      <div className="grid gap-4 md:grid-cols-2">
        {([1, 2] as const).map((seat) => (
          <section key={seat} aria-label={`Player ${seat}`} className="grid min-h-28 rounded-lg bg-ink-3 p-4">
            <Seat duel={shown} seat={seat} />
          </section>
        ))}
      </div>
      <div className="grid min-h-40 content-center justify-items-center gap-3 text-center">
        <Status duel={shown} stage={stage} me={me} />
      </div>
      <Proof duel={shown} stage={stage} />
    </div>
  );
}

interface StatusProps {
  readonly duel: DiceduelGame;
  readonly stage: Stage;
  readonly me: string | null;
}

function Status({ duel, stage, me }: StatusProps) {
  switch (stage) {
    case 'waiting':
      return <Waiting duel={duel} me={me} />;
    case 'countdown':
      return duel.deadlineAt === null ? null : (
        <>
          <Countdown
            deadlineAt={duel.deadlineAt}
            totalMs={COUNTDOWN_MS}
            label="Throw"
            size="lg"
            announce={isOwn(duel, me)}
          />
          <BeaconNote duel={duel} />
        </>
      );
    case 'drawing':
      return (
        <>
          <Line strong>{duel.scripted ? 'The winner is shown in a moment' : 'Awaiting the beacon'}</Line>
          <BeaconNote duel={duel} />
        </>
      );
    case 'thrown':
      return <Line strong>The dice are rolling</Line>;
    case 'cancelled':
      return <Line strong>Cancelled. All items were returned.</Line>;
    case 'voided':
      return <Line strong>Voided: the beacon did not respond. All items were returned.</Line>;
    case 'landed':
      return <Result duel={duel} />;
  }
}

function Line({ children, strong = false }: { readonly children: ReactNode; readonly strong?: boolean }) {
  return <p className={strong ? 'text-lg font-extrabold' : 'text-sm text-balance text-fg-2'}>{children}</p>;
}

function Waiting({ duel, me }: Pick<StatusProps, 'duel' | 'me'>) {
  const reason = useWatchReason(duel.scripted);
  if (isOwn(duel, me)) return <OwnActions duel={duel} />;
  return (
    <>
      <Line strong>Waiting for a player</Line>
      <Line>
        Join with <strong className="text-fg">{windowText(duel)}</strong>; both chances are {HALF}%.
      </Line>
      {me === null ? (
        <LoginButton size="lg" />
      ) : reason !== null ? (
        <Line strong>{reason}</Line>
      ) : (
        <Button
          variant="primary"
          size="lg"
          icon={<Swords aria-hidden size={18} />}
          onClick={() => openModal('diceduel.join', { gameId: duel.id })}
        >
          JOIN
        </Button>
      )}
    </>
  );
}

function OwnActions({ duel }: { readonly duel: DiceduelGame }) {
  const cancelling = useSend(cancelDiceduel, { onAccepted: () => void refetchAll(siteInventory) });
  return (
    <>
      <Line strong>Waiting for a player</Line>
      <Button
        icon={<X aria-hidden size={16} />}
        busy={cancelling.phase === 'sent'}
        onClick={() => void cancelling.run({ gameId: duel.id })}
      >
        Cancel the duel
      </Button>
      {cancelling.refusal && <p className="text-sm font-semibold text-bad">{cancelling.refusal.text}</p>}
      <Line>If no one joins within 24 hours, the duel is cancelled and your items are returned.</Line>
    </>
  );
}

/** The beacon round that decides, and when it is due. */
function BeaconNote({ duel }: { readonly duel: DiceduelGame }) {
  const beacon = useNamedBeacon(duel.fair);
  if (!beacon) return null;
  return (
    <p className="max-w-[34ch] text-xs text-balance text-fg-2">
      Decided by <BeaconRound beacon={beacon} />,{' '}
      <BeaconCountdown dueAt={beacon.dueAt}>{(left) => (left > 0 ? `due in ${left} s.` : 'due now.')}</BeaconCountdown>{' '}
      It was named at the lock, before it existed.
    </p>
  );
}

function Result({ duel }: { readonly duel: DiceduelGame }) {
  const winner = duel.winnerSeat && seatOf(duel, duel.winnerSeat);
  if (!winner) return null;
  const taken = new Set<string>(duel.feeItemIds);
  const fee = [...duel.firstItems, ...duel.secondItems].filter(({ id }) => taken.has(id));
  return (
    <>
      <Line strong>{winner.user.name} won</Line>
      <Line>{duel.throws ? throwsText(duel.throws) : 'Winner chosen by staff, no throw.'}</Line>
      <Line>
        Pot <Money cents={potOf(duel)} />,{' '}
        {fee.length === 0 ? (
          'no fee.'
        ) : (
          <>
            fee <Money cents={sumItems(fee)} />, taken from the losing stake.
          </>
        )}
      </Line>
    </>
  );
}

function Proof({ duel, stage }: { readonly duel: DiceduelGame; readonly stage: Stage }) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <div className="grid min-h-28 gap-4 lg:grid-cols-2">
        <HashAndSecret round={duel} sealed={sealedText(duel, stage)} className="content-center" />
        {duel.scripted ? <ScriptedNote /> : <RoundSeal roundId={duel.id} revealed={stage === 'landed'} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-fg-2">
          Round {duel.fair.number} of the dice duel. The hash was fixed before any stake; the secret opens it
          afterwards.
        </p>
        <FairplayLink to={fairplayLink({ game: 'diceduel', hash: duel.hash, secret: duel.secret })} />
      </div>
    </div>
  );
}

/** When the secret is revealed, or why it never is. */
function sealedText(duel: DiceduelGame, stage: Stage): string {
  if (duel.scripted) return 'Not revealed: nothing is drawn in a scripted round';
  if (stage === 'cancelled' || stage === 'voided') return 'Not revealed: there was no draw';
  return 'Revealed when the dice come to rest';
}

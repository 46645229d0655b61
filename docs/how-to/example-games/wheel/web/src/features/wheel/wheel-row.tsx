/**
 * One wheel: its players with stakes and chances, its progress, the possible action, and its proof. Used by both lists of the page.
 */
import { LogIn, Plus } from 'lucide-react';
import { WHEEL_SEATS } from '@fairpot/contract/wheel/calls';
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { BeaconCountdown, BeaconRound, useNamedBeacon } from '../../games-kit/beacon.tsx';
import { fairplayLink } from '../../games-kit/fairplay-link.ts';
import { ItemThumbs } from '../../games-kit/item-thumbs.tsx';
import { LoginButton } from '../../games-kit/page-parts.tsx';
import { FairplayLink, HashAndSecret, RoundSeal } from '../../games-kit/proof.tsx';
import { openModal } from '../../platform/page/modal.ts';
import { useNoPlay } from '../../platform/page/scripted.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { UserName } from '../../ui/people/user-name.tsx';
import { Money } from '../../ui/values/money.tsx';
import { windowText } from './money-text.ts';
import { chancesOf } from './observe.ts';
import type { Stage } from './stage.ts';
import { isOwn, useStage } from './use-wheels.ts';

export interface WheelRowProps {
  readonly wheel: WheelGame;
  /** Own player id; null when signed out. */
  readonly me: string | null;
}

export function WheelRow({ wheel, me }: WheelRowProps) {
  const { stage, shown } = useStage(wheel, me);
  const chances = chancesOf(shown);
  return (
    <li
      aria-label={`Wheel of ${shown.entries[0]?.user.name}, pot ${formatUsd(centsFromUsd(shown.potUsd))}`}
      data-stage={stage}
      className={cx('grid gap-3 rounded-lg border bg-ink-2 p-3', isOwn(wheel, me) ? 'border-volt' : 'border-line')}
    >
      <ol aria-label="Players" className="grid gap-2 @2xl:grid-cols-4">
        {Array.from({ length: WHEEL_SEATS }, (_, seat) => (
          <Seat key={seat} wheel={shown} seat={seat} chance={chances[seat]} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p>
          <Money cents={centsFromUsd(shown.potUsd)} className="text-xl font-black" />{' '}
          <StateText wheel={shown} stage={stage} />
        </p>
        {stage === 'waiting' ? (
          <SeatButton wheel={shown} me={me} />
        ) : (
          <FairplayLink to={fairplayLink({ game: 'wheel', hash: shown.hash, secret: shown.secret })} />
        )}
      </div>
      <HashAndSecret round={shown} sealed="Revealed when the wheel comes to rest" />
      <RoundSeal roundId={shown.id} revealed={stage === 'landed'} />
    </li>
  );
}

/** `wheel` is veiled. */
function Seat({
  wheel,
  seat,
  chance,
}: {
  readonly wheel: WheelGame;
  readonly seat: number;
  readonly chance: string | undefined;
}) {
  const entry = wheel.entries[seat];
  if (!entry) return <li className="rounded-md border border-dashed border-line p-2 text-xs text-fg-2">Free seat</li>;
  return (
    <li
      className={cx('min-w-0 rounded-md bg-ink-3 p-2', wheel.winner !== null && wheel.winner !== seat && 'opacity-60')}
    >
      <UserName user={entry.user} className="text-sm" />
      <p className="text-xs text-fg-2">
        <Money cents={centsFromUsd(entry.totalUsd)} className="font-extrabold text-fg" /> {chance}%
        {wheel.winner === seat && <strong className="ml-2 text-ok">Won</strong>}
      </p>
      <ItemThumbs quiet items={entry.items} max={4} className="h-8 gap-1" thumbClass="h-8 w-10 bg-ink-2" />
    </li>
  );
}

function StateText({ wheel, stage }: { readonly wheel: WheelGame; readonly stage: Stage }) {
  const beacon = useNamedBeacon(wheel.fair);
  switch (stage) {
    case 'waiting':
      return `Waiting for ${WHEEL_SEATS - wheel.entries.length} more, ${windowText(wheel)} each`;
    case 'drawing':
      return beacon ? (
        <>
          Decided by <BeaconRound beacon={beacon} />,{' '}
          <BeaconCountdown dueAt={beacon.dueAt}>
            {(left) => (left > 0 ? `due in ${left} s` : 'due now')}
          </BeaconCountdown>
        </>
      ) : (
        'Awaiting the beacon'
      );
    case 'turning':
      return 'The wheel is turning';
    case 'landed':
      return `Ticket ${wheel.fair.ticket} of ${centsFromUsd(wheel.potUsd)}`;
    case 'cancelled':
      return 'Cancelled, items returned';
    case 'voided':
      return 'Voided, items returned';
  }
}

function SeatButton({ wheel, me }: WheelRowProps) {
  const noPlay = useNoPlay();
  if (me === null) return <LoginButton icon={<LogIn aria-hidden size={16} />} />;
  if (isOwn(wheel, me)) return <span>You are in</span>;
  return (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={16} />}
      disabled={noPlay !== null}
      onClick={() => openModal('wheel.join', { gameId: wheel.id })}
      aria-label={`Take a seat with ${wheel.entries[0]?.user.name}, ${windowText(wheel)}`}
    >
      TAKE A SEAT
    </Button>
  );
}

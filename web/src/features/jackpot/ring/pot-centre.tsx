/** The inside of the ring: the pot while it grows, the wait for the beacon, the winner at the end. */
import { LoaderCircle } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { useOpened } from '../../../fairness/silence.ts';
import { BeaconCountdown, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { PotClock } from './pot-clock.tsx';
import { SeatChip } from '../seat-chip.tsx';
import { chanceText, potOf } from '../shares.ts';
import type { PotShare } from '../shares.ts';
import type { JackpotStage } from '../stage.ts';
import { texts } from '../texts.ts';

export interface PotCentreProps {
  /** Veiled: it holds no result until the pointer has landed. */
  readonly round: JackpotRound;
  readonly stage: JackpotStage;
  readonly shares: readonly PotShare[];
  readonly own: boolean;
}

export function PotCentre({ round, stage, shares, own }: PotCentreProps) {
  if (stage === 'landed') return <Winner round={round} shares={shares} />;
  const items = shares.reduce((sum, share) => sum + share.items, 0);
  return (
    <div className="pot-centre">
      <p className="text-sm text-fg-2">{texts.centre.pot}</p>
      <Sum cents={potOf(round)} />
      <p className="text-xs text-fg-2 tabular-nums">{texts.centre.counts(items, shares.length)}</p>
      <Below round={round} stage={stage} players={shares.length} own={own} />
    </div>
  );
}

/** A sum, as large as the ring allows. */
function Sum({ cents, className }: { readonly cents: Cents; readonly className?: string }) {
  const text = formatUsd(cents);
  // React's style type knows no custom properties; React itself does.
  const style = { '--chars': String(Math.max(6, text.length)) } as CSSProperties;
  return (
    <p className={cx('pot-sum tabular-nums', className)} style={style}>
      {text}
    </p>
  );
}

function Below({ round, stage, players, own }: Omit<PotCentreProps, 'shares'> & { readonly players: number }) {
  switch (stage) {
    case 'waiting':
      return <Pill>{players === 0 ? texts.centre.waiting : texts.centre.waitingForSecond}</Pill>;
    case 'countdown':
      return round.deadlineAt === null ? null : <PotClock deadlineAt={round.deadlineAt} own={own} />;
    case 'closing':
      return <Pill busy>{texts.centre.locking}</Pill>;
    case 'finishing':
      return round.scripted ? <Pill busy>{texts.centre.closing}</Pill> : <Beacon round={round} />;
    case 'known':
      return <Pill>{round.scripted ? texts.centre.staffChose : texts.centre.drawn}</Pill>;
    case 'turning':
      return <Pill>{round.scripted ? texts.centre.turning : texts.centre.turningToTicket}</Pill>;
    case 'voided':
      return <Pill>{texts.centre.voided}</Pill>;
    case 'landed':
      return null;
  }
}

function Pill({ children, busy = false }: { readonly children: ReactNode; readonly busy?: boolean }) {
  return (
    <p
      className={
        'mt-2 inline-flex items-center gap-1.5 rounded-md bg-ink-3 px-3 py-1.5 text-xs ' + 'font-bold whitespace-nowrap'
      }
    >
      {busy && <LoaderCircle aria-hidden size={13} className="animate-[spin_.8s_linear_infinite]" />}
      {children}
    </p>
  );
}

function Beacon({ round }: Pick<PotCentreProps, 'round'>) {
  const beacon = useNamedBeacon(round.fair);
  const opened = useOpened(round.id);
  if (opened) return <Pill>{texts.centre.opened}</Pill>;
  if (!beacon) return <Pill busy>{texts.centre.awaiting}</Pill>;
  return (
    <BeaconCountdown dueAt={beacon.dueAt}>
      {(left) => <Pill busy>{left > 0 ? texts.centre.beaconDueIn(left) : texts.centre.beaconDue}</Pill>}
    </BeaconCountdown>
  );
}

function Winner({ round, shares }: { readonly round: JackpotRound; readonly shares: readonly PotShare[] }) {
  const { result } = round;
  const share = shares.find(({ user }) => user.id === result?.user.id);
  if (result === null || !share) return null;
  return (
    <div className="pot-centre">
      <p className="pot-winner flex items-center justify-center gap-1.5 text-sm font-bold">
        <SeatChip seat={share.seat} className="h-5 min-w-5 text-xs" />
        <span className="truncate">{result.user.name}</span>
        <KindBadge badge={result.user.badge} />
      </p>
      <p className="text-xs text-fg-2">{texts.centre.wins}</p>
      <Sum cents={centsFromUsd(result.wonUsd)} className="text-volt" />
      <p className={cx('text-xs text-fg-2 tabular-nums', round.scripted && 'hidden')}>
        {texts.centre.withChance} <strong className="text-fg">{chanceText(share.cents, potOf(round))}%</strong>
      </p>
    </div>
  );
}

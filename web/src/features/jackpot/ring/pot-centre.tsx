/** The inside of the ring: the pot while it grows, the wait for the beacon, the winner at the end. */
import { LoaderCircle } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { WonItems } from '../../../games-kit/won-items.tsx';
import { ownResultParts } from '../../../games-kit/own-result.ts';
import type { OwnResult } from '../../../games-kit/own-result.ts';
import { texts as kit } from '../../../games-kit/texts.ts';
import { BeaconCountdown, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { PotClock } from './pot-clock.tsx';
import { SeatChip } from '../seat-chip.tsx';
import { chanceText, ownResultOf, potOf, wonItems } from '../shares.ts';
import type { PotShare } from '../shares.ts';
import type { JackpotStage } from '../stage.ts';
import { texts } from '../texts.ts';

export interface PotCentreProps {
  /** Veiled: it holds no result until the pointer has landed. */
  readonly round: JackpotRound;
  readonly stage: JackpotStage;
  readonly shares: readonly PotShare[];
  readonly me: string | null;
}

export function PotCentre({ round, stage, shares, me }: PotCentreProps) {
  const result = ownResultOf(round, me);
  if (stage === 'landed')
    return result === null ? (
      <Winner round={round} shares={shares} />
    ) : (
      <OwnEnd round={round} shares={shares} own={result} />
    );
  const own = shares.some(({ user }) => user.id === me);
  const items = shares.reduce((sum, share) => sum + share.items, 0);
  return (
    <div className="pot-centre">
      <p className="text-sm text-fg-2">{texts.centre.pot}</p>
      <Sum text={formatUsd(potOf(round))} />
      <p className="text-xs text-fg-2 tabular-nums">{texts.centre.counts(items, shares.length)}</p>
      <Below round={round} stage={stage} players={shares.length} own={own} />
    </div>
  );
}

/** A sum, as large as the ring allows. */
function Sum({ text, className }: { readonly text: string; readonly className?: string }) {
  // React's style type knows no custom properties; React itself does.
  const style = { '--chars': String(Math.max(6, text.length)) } as CSSProperties;
  return (
    <span className={cx('pot-sum block tabular-nums', className)} style={style}>
      {text}
    </span>
  );
}

function Below({
  round,
  stage,
  players,
  own,
}: Omit<PotCentreProps, 'shares' | 'me'> & { readonly players: number; readonly own: boolean }) {
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
      return <Pill>{own ? kit.own.returned : texts.centre.voided}</Pill>;
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
      <Sum text={formatUsd(centsFromUsd(result.wonUsd))} className="text-volt" />
      <p className={cx('text-xs text-fg-2 tabular-nums', round.scripted && 'hidden')}>
        {texts.centre.withChance} <strong className="text-fg">{chanceText(share.cents, potOf(round))}%</strong>
      </p>
    </div>
  );
}

/** As many as fit the ring. */
const WON_ITEMS_SHOWN = 3;

interface OwnEndProps extends Pick<PotCentreProps, 'round' | 'shares'> {
  readonly own: OwnResult;
}

/** What a player of the round won or lost, before who won. */
function OwnEnd({ round, shares, own }: OwnEndProps) {
  const { result } = round;
  const share = shares.find(({ user }) => user.id === result?.user.id);
  if (result === null || !share) return null;
  const { lead, sum, net } = ownResultParts(own);
  const gain = own.kind === 'won';
  return (
    <div className="pot-centre">
      <p data-own-result={own.kind} className="grid justify-items-center">
        <span className={cx('text-base font-extrabold', !gain && 'text-fg-2')}>{lead}</span>{' '}
        {sum !== null && <Sum text={sum} {...(gain && { className: 'text-volt' })} />}{' '}
        {net !== null && (
          <span className={cx('text-base font-extrabold tabular-nums', gain ? 'text-volt' : 'text-fg-2')}>{net}</span>
        )}
      </p>
      {own.wonCents === 0 && (
        <p className="pot-winner mt-1 flex items-center justify-center gap-1.5 text-xs font-bold">
          <SeatChip seat={share.seat} className="h-5 min-w-5 text-xs" />
          <span className="truncate">{result.user.name}</span>
          <KindBadge badge={result.user.badge} />
          <span className="font-normal text-fg-2">{texts.centre.wins}</span>
        </p>
      )}
      <p className={cx('text-xs text-fg-2 tabular-nums', round.scripted && 'hidden')}>
        {texts.centre.withChance} <strong className="text-fg">{chanceText(share.cents, potOf(round))}%</strong>
      </p>
      {gain && <WonItems items={wonItems(round)} from="top" max={WON_ITEMS_SHOWN} />}
    </div>
  );
}

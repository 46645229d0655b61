/** The proof strip of the game's view: tickets, hash, secret, seal, and the way to the fair-play page. */
import { LockKeyhole, ShieldCheck } from 'lucide-react';
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { centsFromUsd } from '@fairpot/contract/money';
import { RangeBar } from '../../fairness/range-bar.tsx';
import type { RangeSlice } from '../../fairness/range-bar.tsx';
import { SealPanel } from '../../fairness/seal-view.tsx';
import { isRecomputed } from '../../fairness/seal.ts';
import type { Recomputed, Seal } from '../../fairness/seal.ts';
import { useSeal } from '../../fairness/watcher.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { useCountdown } from '../../ui/values/countdown.tsx';
import { fairplayLink } from '../fairplay/address.ts';
import { chancesOf, potOf } from './money-text.ts';
import { SIDES, SIDE_LOOKS, seatOf } from './side.ts';
import { ScriptedNote } from '../../ui/states/scripted-mark.tsx';
import type { Stage } from './stage.ts';

/** `game` is veiled: it holds no result before the coin has landed. */
export function ViewProof({ game, stage }: { readonly game: CoinflipGame; readonly stage: Stage }) {
  const seal = useSeal(game.id);
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      {game.secondUser && !game.scripted && (
        <RangeBar slices={slicesOf(game)} total={potOf(game)} ticket={game.fair.ticket} />
      )}
      <div className="grid min-h-[116px] gap-4 lg:grid-cols-2">
        <dl className="grid min-w-0 grid-cols-[64px_minmax(0,1fr)] content-center items-center gap-2 text-sm">
          <dt className="font-semibold">Hash</dt>
          <dd className="min-w-0">
            <CopyText text={game.hash} label="Hash" />
          </dd>
          <dt className="font-semibold">Secret</dt>
          <dd className="min-w-0">
            {game.secret === null ? (
              <SealedSecret game={game} stage={stage} />
            ) : (
              <CopyText text={game.secret} label="Secret" />
            )}
          </dd>
        </dl>
        {game.scripted && <ScriptedNote />}
        {seal && !game.scripted && (
          <SealPanel seal={shownSeal(seal, stage)}>
            {isRecomputed(seal) && stage === 'landed' && <Trace seal={seal} />}
          </SealPanel>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-fg-2">
          Round {game.fair.number} of coinflip.{' '}
          {game.scripted
            ? 'The hash stays closed: a scripted game draws nothing.'
            : 'The hash was fixed before any stake; the secret opens it afterwards.'}
        </p>
        <ButtonLink
          to={fairplayLink({ game: 'coinflip', hash: game.hash, secret: game.secret })}
          icon={<ShieldCheck aria-hidden size={16} />}
        >
          FAIR PLAY
        </ButtonLink>
      </div>
    </div>
  );
}

/** A verdict must not tell the result before the coin does; a mismatch is never held back. */
function shownSeal(seal: Seal, stage: Stage): Seal {
  return isRecomputed(seal) && stage !== 'landed' ? { state: 'checking', since: seal.since } : seal;
}

function Trace({ seal }: { readonly seal: Recomputed }) {
  const { ticket, total, beaconRound } = seal.trace;
  if (ticket === null || total === null) return null;
  return (
    <p className="tabular-nums">
      Ticket <strong className="text-fg">{ticket.toLocaleString('en-US')}</strong> of {total.toLocaleString('en-US')},
      beacon round {Number(beaconRound).toLocaleString('en-US')}.
    </p>
  );
}

function SealedSecret({ game, stage }: { readonly game: CoinflipGame; readonly stage: Stage }) {
  return (
    <span className="flex min-h-[calc(var(--control)+2px)] items-center gap-2 rounded-md border border-dashed border-line-strong px-3 text-xs text-fg-2">
      <LockKeyhole aria-hidden size={14} className="shrink-0" />
      {game.scripted ? (
        'Not revealed: nothing is drawn in a scripted round'
      ) : stage === 'countdown' && game.deadlineAt !== null ? (
        <RevealedIn deadlineAt={game.deadlineAt} />
      ) : (
        secretText(stage)
      )}
    </span>
  );
}

function secretText(stage: Stage): string {
  if (stage === 'waiting') return 'Revealed with the result';
  if (stage === 'cancelled' || stage === 'voided') return 'Not revealed: there was no draw';
  return 'Revealed when the coin has landed';
}

function RevealedIn({ deadlineAt }: { readonly deadlineAt: number }) {
  const left = useCountdown(deadlineAt);
  return <span className="tabular-nums">Revealed in {left} s</span>;
}

function slicesOf(game: CoinflipGame): RangeSlice[] {
  const [first, second] = chancesOf(game);
  const total = potOf(game);
  const boundary = centsFromUsd(game.firstSide === 1 ? game.firstTotalUsd : game.secondTotalUsd);
  return SIDES.map((side) => ({
    key: String(side),
    side,
    label: seatOf(game, side)?.user.name ?? SIDE_LOOKS[side].name,
    from: side === 1 ? 0 : boundary,
    to: side === 1 ? boundary : total,
    percent: game.firstSide === side ? first : second,
  }));
}

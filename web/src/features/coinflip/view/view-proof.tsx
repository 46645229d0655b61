/** The proof strip of the game's view: tickets, hash, secret, seal, and the link to the Fairplay page. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { RangeBar } from '../../../fairness/view/range-bar.tsx';
import type { RangeSlice } from '../../../fairness/view/range-bar.tsx';
import { useCountdown } from '../../../ui/values/countdown.tsx';
import { CopyLink } from '../../../games-kit/copy-link.tsx';
import { fairplayLink } from '../../../games-kit/fairplay-link.ts';
import { FairplayLink, HashAndSecret, RoundSeal } from '../../../games-kit/proof.tsx';
import { boundaryOf, chancesOf, potOf } from '../money-text.ts';
import { SIDES, SIDE_LOOKS, seatOf } from '../side.ts';
import { ScriptedNote } from '../../../ui/states/scripted-mark.tsx';
import { gamePath } from '../show-game.ts';
import type { CoinflipStage } from '../stage.ts';
import { texts } from '../texts.ts';

/** `game` is veiled: it holds no result until the coin has landed. */
export function ViewProof({ game, stage }: { readonly game: CoinflipGame; readonly stage: CoinflipStage }) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      {game.secondUser && !game.scripted && (
        <RangeBar slices={slicesOf(game)} total={potOf(game)} ticket={game.fair.ticket} />
      )}
      {/* side by side in a wide window, so that the last row is in view on a laptop */}
      <div className="grid min-h-[116px] gap-4 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_184px]">
        <HashAndSecret round={game} sealed={<SealedUntil game={game} stage={stage} />} className="content-center" />
        {game.scripted ? <ScriptedNote /> : <RoundSeal roundId={game.id} revealed={stage === 'landed'} />}
        <div className="flex flex-wrap content-center items-center justify-between gap-2 @3xl:col-start-3">
          <p className="text-xs text-fg-2">
            {texts.proof.round(game.fair.number)} {game.scripted ? texts.proof.scripted : texts.proof.fixed}
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyLink path={gamePath(game.id)} />
            <FairplayLink to={fairplayLink({ game: 'coinflip', hash: game.hash, secret: game.secret })} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** When the secret is revealed, or why it never is. */
function SealedUntil({ game, stage }: { readonly game: CoinflipGame; readonly stage: CoinflipStage }) {
  if (game.scripted) return texts.proof.sealedScripted;
  if (stage === 'countdown' && game.deadlineAt !== null) return <RevealedIn deadlineAt={game.deadlineAt} />;
  return secretText(stage);
}

function secretText(stage: CoinflipStage): string {
  if (stage === 'waiting') return texts.proof.sealedWaiting;
  if (stage === 'cancelled' || stage === 'voided') return texts.proof.sealedUndrawn;
  return texts.proof.sealed;
}

function RevealedIn({ deadlineAt }: { readonly deadlineAt: number }) {
  const left = useCountdown(deadlineAt);
  return <span className="tabular-nums">{texts.proof.sealedFor(left)}</span>;
}

function slicesOf(game: CoinflipGame): RangeSlice[] {
  const [first, second] = chancesOf(game);
  const total = potOf(game);
  const boundary = boundaryOf(game);
  return SIDES.map((side) => ({
    key: String(side),
    side,
    label: seatOf(game, side)?.user.name ?? SIDE_LOOKS[side].name,
    from: side === 1 ? 0 : boundary,
    to: side === 1 ? boundary : total,
    percent: game.firstSide === side ? first : second,
  }));
}

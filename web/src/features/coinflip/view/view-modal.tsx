/** The view of one game (modal 'coinflip.view'): red left, blue right, the coin in between, the proof below. */
import { Suspense } from 'react';
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import { setCoinflipWinner } from '@fairpot/contract/coinflip/calls';
import { useWithOpened } from '../../../fairness/silence.ts';
import { Loaded, SAFE } from '../../../games-kit/page-parts.tsx';
import { useMayScript } from '../../../platform/page/scripted.ts';
import { useMe } from '../../../platform/page/session.ts';
import { later, leaveOut } from '../../../ui/states/boundary.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { chancesOf } from '../money-text.ts';
import { openedAs } from '../opened.ts';
import { SIDES, seatOf } from '../side.ts';
import { useCoinflip } from '../use-coinflips.ts';
import { useMoments } from '../use-moments.ts';
import { useStage } from '../use-stage.ts';
import { ViewCentre } from './view-centre.tsx';
import { ViewProof } from './view-proof.tsx';
import { ViewSide } from './view-side.tsx';
import { texts } from '../texts.ts';

const SetWinner = later(async () => (await import('../../../games-kit/set-winner.tsx')).SetWinner, leaveOut);

export function ViewModal({ gameId }: { readonly gameId: string }) {
  return (
    <Loaded answer={useCoinflip(gameId)} loading={<Skeleton className="h-[620px]" />} reassurance={SAFE.stakes}>
      {(game) => <GameView game={game} />}
    </Loaded>
  );
}

export function GameView({ game: published }: { readonly game: CoinflipGame }) {
  const me = useMe();
  const paid = useStage(published);
  useMoments(paid.shown, paid.stage, me, true);
  const game = useWithOpened(published, openedAs);
  const { stage, shown } = useStage(game);
  const offered = useMayScript();
  // A scripted game has no draw, so there is no chance to show (rulings 1.8).
  const [first, second] = shown.secondUser && !shown.scripted ? chancesOf(shown) : [null, null];
  const [red, blue] = SIDES.map((side) => (
    <ViewSide
      key={side}
      side={side}
      seat={seatOf(shown, side)}
      chance={shown.firstSide === side ? first : second}
      won={shown.winnerSide === null ? null : shown.winnerSide === side}
      feeItemIds={shown.feeItemIds}
      action={offered && <StaffAction game={shown} side={side} />}
    />
  ));
  return (
    // By its own width: the page beside menu and chat is narrower than the window.
    <div className="@container grid gap-5" data-stage={stage}>
      <div
        className={
          'grid gap-4 @max-3xl:[&>*:nth-child(2)]:order-first @3xl:grid-cols-[minmax(0,1fr)_260px_minmax(0,1fr)] ' +
          '@max-3xl:grid-cols-2 @max-3xl:[&>*:nth-child(2)]:col-span-2'
        }
      >
        {red}
        <ViewCentre game={game} shown={shown} stage={stage} me={me} />
        {blue}
      </div>
      <ViewProof game={shown} stage={stage} />
    </div>
  );
}

/** 'Set as winner side' on the player of this side, for admins of a demo. */
function StaffAction({ game, side }: { readonly game: CoinflipGame; readonly side: Side }) {
  const seat = seatOf(game, side);
  if (!seat) return null;
  const players = SIDES.flatMap((each) => seatOf(game, each)?.user ?? []);
  return (
    <Suspense fallback={null}>
      <SetWinner
        call={setCoinflipWinner}
        input={{ userId: seat.user.id, gameId: game.id }}
        label={texts.side.setWinner}
        user={seat.user}
        players={players}
        open={game.phase === 'WAITING'}
      />
    </Suspense>
  );
}

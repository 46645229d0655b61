/** How the last round ended, in one row below the stage. Used by the page, which passes a veiled round. */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { SealChip } from '../../../fairness/view/seal-view.tsx';
import { useSeal } from '../../../fairness/watcher.ts';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { CheckLink } from '../../../games-kit/proof.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { roundPath } from '../round-path.ts';
import { chanceText, potOf, sharesOf } from '../shares.ts';
import { texts } from '../texts.ts';

export function LastRound({ round }: { readonly round: JackpotRound }) {
  const seal = useSeal(round.id);
  const { result } = round;
  return (
    <div
      className={
        'flex min-h-14 flex-wrap items-center gap-x-5 gap-y-1 rounded-lg border border-line bg-ink-2 px-4 py-2 ' +
        'text-sm'
      }
    >
      <Link to={roundPath(round.id)} className="text-fg-2 underline underline-offset-2 hover:text-fg">
        {texts.lastRound.round(round.fair.number)}
      </Link>
      {result === null ? (
        <span className="font-semibold">
          {round.phase === 'VOIDED' ? texts.lastRound.voided : texts.lastRound.late}
        </span>
      ) : (
        <>
          <span className="inline-flex max-w-full min-w-0 items-center gap-2">
            <UserName user={result.user} showLevel={false} />
            <span className="text-fg-2">{texts.lastRound.won}</span>
            <Money cents={centsFromUsd(result.wonUsd)} className="font-black" />
          </span>
          <span className="text-fg-2 tabular-nums">
            {result.ticket === null
              ? SCRIPTED_MARK
              : texts.lastRound.result(chanceOf(round), result.ticket.toLocaleString('en-US'))}
          </span>
          <span className="ml-auto flex items-center gap-3">
            {seal && !round.scripted && <SealChip seal={seal} />}
            <CheckLink to={roundLink(round.id)} label={texts.history.check(round.fair.number)} />
          </span>
        </>
      )}
    </div>
  );
}

/** The winner's share, with the same text as in the ring. */
function chanceOf(round: JackpotRound): string {
  const share = sharesOf(round.entries).find(({ user }) => user.id === round.result?.user.id);
  return chanceText(share?.cents ?? 0, potOf(round));
}

/** The player's settled rounds, newest first, each with stake, winnings and a link to its proof. */
import { History, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { byGame } from '@fairpot/contract/games/games';
import { listMyRounds } from '@fairpot/contract/log/calls';
import type { PlayedRound } from '@fairpot/contract/log/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useSession } from '../../platform/page/session.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Pages, type PageProps } from '../../ui/states/pages.tsx';
import { EmptyState, NoAnswer } from '../../ui/states/states.tsx';
import { texts as profileTexts } from './texts.ts';
import { formatDateTime, formatExactTime } from '../../platform/page/time.ts';

const texts = profileTexts.rounds;
const PAGE = 10;

const GAME_NAMES = byGame(({ one }) => one);

export function RoundsPanel() {
  return (
    <Panel title={texts.title} flush>
      <Pages page={(props) => <Page {...props} />} />
    </Panel>
  );
}

function Page({ before, isLast, onMore }: PageProps) {
  const input = { limit: PAGE, ...(before !== null && { before }) };
  const { data, error, refetch } = useAsk(listMyRounds, input, { staleTime: 0 });
  useRefetchWhenPlayed(refetch);
  if (!data) return <NoAnswer error={error} refetch={refetch} className="m-4 h-60" />;
  const { rounds, next } = data;
  if (rounds.length === 0 && before === null)
    return (
      <EmptyState icon={<History aria-hidden size={32} strokeWidth={1.5} />} title={texts.empty}>
        {texts.emptyText}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label={texts.title} className="divide-y divide-line border-b border-line last:border-b-0">
        {rounds.map((round) => (
          <Row key={round.roundId} round={round} />
        ))}
      </ul>
      {isLast && next !== null && (
        <div className="grid justify-center p-3">
          <Button onClick={() => onMore(next)}>{texts.older}</Button>
        </div>
      )}
    </>
  );
}

/** Refetches the list when the statistics count another round. */
function useRefetchWhenPlayed(refetch: () => Promise<unknown>): void {
  const { statistics } = useSession();
  const played = statistics && Object.values(statistics.games).reduce((sum, game) => sum + game.played, 0);
  const known = useRef(played);
  useEffect(() => {
    if (known.current !== null && known.current !== played) void refetch();
    known.current = played;
  }, [played, refetch]);
}

function Row({ round: { roundId, game, at, won, stakedUsd, wonUsd } }: { readonly round: PlayedRound }) {
  const when = new Date(at);
  return (
    <li className="flex items-center gap-x-4 px-4 py-2 text-sm lg:px-6">
      <div className="min-w-0 flex-1">
        <p className="font-bold">{GAME_NAMES[game]}</p>
        <time dateTime={when.toISOString()} className="text-xs text-fg-2 tabular-nums">
          {formatDateTime(at)}
        </time>
      </div>
      <p className="text-right">
        {won ? <strong className="text-ok">{texts.won} </strong> : <span className="text-fg-2">{texts.lost} </span>}
        <Money cents={centsFromUsd(won ? wonUsd : stakedUsd)} className="font-bold" />
        {won && (
          <span className="block text-xs text-fg-2">
            {texts.staked} <Money cents={centsFromUsd(stakedUsd)} />
          </span>
        )}
      </p>
      <ButtonLink
        variant="quiet"
        to={`/fairplay?round=${roundId}`}
        icon={<ShieldCheck aria-hidden size={16} />}
        aria-label={texts.checkRound(GAME_NAMES[game].toLowerCase(), formatExactTime(at))}
      >
        {texts.check}
      </ButtonLink>
    </li>
  );
}

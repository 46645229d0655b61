/** A line of the site in the log: who won how much in which game, with its proof. */
import { memo } from 'react';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { texts as results } from '../../../results-kit/texts.ts';
import { VerifiedMark } from '../../../results-kit/verified-mark.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { wonOf } from './rows.ts';

export const NewsRow = memo(function NewsRow({ result }: { readonly result: RecentResult }) {
  const { roundId, game, winners } = result;
  const [first] = winners;
  if (!first) return null;
  const more = winners.length - 1;
  return (
    <div role="listitem" data-id={roundId} className="chat-news">
      <Link to={roundLink(roundId)}>
        <VerifiedMark roundId={roundId} />
        <span className="min-w-0">
          <bdi className="font-semibold text-fg">{first.user.name}</bdi> <KindBadge badge={first.user.badge} />{' '}
          {more > 0 && `${results.more(more)} `}
          {results.won} <Money cents={wonOf(result)} className="font-bold text-fg" /> {results.in(game)}
        </span>
      </Link>
    </div>
  );
});

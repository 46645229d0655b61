/** The newest results as cards that lead to their proofs; first the game that is under way. Without results: how a round works. */
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { byGame, type GameName } from '@fairpot/contract/games/games';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import { roundLink } from '../../games-kit/fairplay-link.ts';
import { texts as results } from '../../results-kit/texts.ts';
import { useChecked, useVerdicts, type Verdict } from '../../results-kit/verdicts.ts';
import { VerifiedMark } from '../../results-kit/verified-mark.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { UserName } from '../../ui/people/user-name.tsx';
import { Money } from '../../ui/values/money.tsx';
import { pickUnderWay, type UnderWay } from './under-way.ts';
import { texts } from './texts.ts';
import { listCasebattles } from '@fairpot/contract/casebattle/calls';
import { listCoinflips } from '@fairpot/contract/coinflip/calls';
import { getJackpot } from '@fairpot/contract/jackpot/calls';
import { useAsk } from '../../platform/calls/use-call.ts';

interface StripProps {
  /** Null when they could not be loaded. */
  readonly results: readonly RecentResult[] | null;
  readonly onRetry: () => void;
}

export function Strip({ results: shown, onRetry }: StripProps) {
  useChecked(shown ?? undefined);
  const underWay = useUnderWay();
  if (shown === null)
    return (
      <p role="alert" className="flex h-full flex-wrap items-center gap-3 text-sm text-fg-2">
        {texts.failed}
        <Button icon={<RotateCw aria-hidden size={16} />} onClick={onRetry}>
          {texts.retry}
        </Button>
      </p>
    );
  if (shown.length === 0) return <Steps underWay={underWay} />;
  return (
    <ul aria-label={texts.strip} className="lobby-row">
      {underWay && <UnderWayCard game={underWay} />}
      {shown.map((result) => (
        <ResultCard key={result.roundId} result={result} />
      ))}
    </ul>
  );
}

/** How many of the newest rounds this browser has verified; any that does not verify comes first. */
export function Checked({ results: shown }: { readonly results: readonly RecentResult[] }) {
  const verdicts = useVerdicts();
  const count = (verdict: Verdict) => shown.filter(({ roundId }) => verdicts[roundId] === verdict).length;
  const wrong = count('wrong');
  return wrong > 0 ? <span className="text-bad">{texts.totals.wrong(wrong)}</span> : count('right');
}

function ResultCard({ result: { roundId, game, winners } }: { readonly result: RecentResult }) {
  const [first] = winners;
  if (!first) return null;
  return (
    <Card to={roundLink(roundId)} game={game} mark={<VerifiedMark roundId={roundId} />}>
      <span className="flex min-w-0 items-center gap-1.5 text-sm">
        <UserName user={first.user} showLevel={false} />
        {winners.length > 1 && <span className="shrink-0 text-fg-2">{results.more(winners.length - 1)}</span>}
      </span>
      <span className="text-sm text-fg-2">
        {texts.won}{' '}
        <Money cents={sumCents(winners.map(({ wonUsd }) => centsFromUsd(wonUsd)))} className="font-black text-fg" />
      </span>
    </Card>
  );
}

function UnderWayCard({ game: { game, path, player, isPlaying, cents, freeSpots } }: { readonly game: UnderWay }) {
  const isBattle = game === 'casebattle';
  const state = isPlaying ? texts.inPlay : isBattle ? texts.spots(freeSpots) : texts.waiting;
  return (
    <Card to={path} game={game} mark={<span className="font-bold text-volt">{state}</span>} now>
      <span className="flex min-w-0 text-sm">
        <UserName user={player} showLevel={false} />
      </span>
      <span className="text-sm text-fg-2">
        <Money cents={cents} className="font-black text-fg" /> {isBattle ? texts.perSpot : texts.staked}
      </span>
    </Card>
  );
}

const GAME = byGame(({ one }) => one);

interface CardProps {
  readonly to: string;
  readonly game: GameName;
  /** At the right of the game's name. */
  readonly mark: ReactNode;
  readonly now?: boolean;
  readonly children: ReactNode;
}

function Card({ to, game, mark, now = false, children }: CardProps) {
  return (
    <li className={cx('lobby-card', now && 'lobby-card-now')}>
      <Link to={to}>
        <span className="flex items-center justify-between gap-2 text-2xs text-fg-2">
          {GAME[game]}
          {mark}
        </span>
        {children}
      </Link>
    </li>
  );
}

function Steps({ underWay }: { readonly underWay: UnderWay | null }) {
  return (
    // Scrolls on narrow windows, so the keyboard reaches it when nothing in it can take the focus.
    <ol aria-label={texts.empty} tabIndex={underWay ? undefined : 0} className="lobby-row lobby-steps">
      {underWay && <UnderWayCard game={underWay} />}
      {texts.steps.map(({ title, text }, at) => (
        <li key={title} className="lobby-card">
          <span className="lobby-step">
            <strong className="text-sm">
              {at + 1}. {title}
            </strong>
            <span className="text-xs text-fg-2">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

const AGAIN_MS = 30_000;

/**
 * The game under way on another page, while the pot of this one is empty: its ring then shows only how a round works.
 */
function useUnderWay(): UnderWay | null {
  // The page asks for it and keeps it live.
  const pot = useAsk(getJackpot, {}, { enabled: false }).data;
  const when = { enabled: pot?.game?.entries.length === 0, refetchInterval: AGAIN_MS };
  const coinflips = useAsk(listCoinflips, {}, when);
  const battles = useAsk(listCasebattles, {}, when);
  return when.enabled ? pickUnderWay(coinflips.data?.games ?? [], battles.data ?? []) : null;
}

/**
 * Settled games, newest first, each with its seal. Used by the page's history tab.
 * A game whose coin is still in the air is only in the live list, so that the history never reveals a result first.
 */
import { coinflipHistory } from '@fairpot/contract/coinflip/calls';
import type { CoinflipHistoryRow } from '@fairpot/contract/coinflip/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useSeal } from '../../../fairness/watcher.ts';
import { fairplayLink } from '../../../games-kit/fairplay-link.ts';
import { HistoryPages, HistoryRows } from '../../../games-kit/history-pages.tsx';
import type { PageProps } from '../../../ui/states/pages.tsx';
import { CheckLink, isJudged, JudgedChip } from '../../../games-kit/proof.tsx';
import { useTopic } from '../../../platform/live/live.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { SideAvatar } from './player-side.tsx';
import { landedAt } from '../stage.ts';
import { texts } from '../texts.ts';

const PAGE = 25;

export function HistoryList() {
  return <HistoryPages page={(props) => <Page {...props} />} />;
}

function Page(props: PageProps) {
  const { before } = props;
  const answer = useAsk(coinflipHistory, { limit: PAGE, ...(before === null ? {} : { before }) });
  useRefetchOnSettled(before === null);
  return (
    <HistoryRows
      {...props}
      answer={answer}
      landedAt={landedAtOf}
      empty={texts.history.empty}
      older={texts.history.older}
      className="coinflip-rows"
      render={(row) => <HistoryRow key={row.id} row={row} />}
    />
  );
}

/** History rows have no deadline; the settlement never comes before it. */
function landedAtOf(row: CoinflipHistoryRow): number {
  return landedAt({ settledAt: row.settledAt, deadlineAt: null }) ?? 0;
}

function useRefetchOnSettled(on: boolean): void {
  const refetch = () => {
    if (on) void refetchAll(coinflipHistory);
  };
  useTopic('coinflip', {
    apply: (facts) => {
      if (facts.some((fact) => fact.body.type === 'coinflip.settled')) refetch();
    },
    resync: refetch,
  });
}

function HistoryRow({ row }: { readonly row: CoinflipHistoryRow }) {
  const winner = { user: row.winnerUser, items: row.skins[row.winnerUser.id] ?? [], totalUsd: row.winnerTotalUsd };
  const loser = { user: row.loserUser, items: row.skins[row.loserUser.id] ?? [], totalUsd: row.loserTotalUsd };
  const loserSide = row.winnerSide === 1 ? 2 : 1;
  return (
    <li className="coinflip-past rounded-lg border border-line bg-ink-2">
      <HistorySide seat={winner} side={row.winnerSide} won />
      <HistorySide seat={loser} side={loserSide} won={false} />
      <div className="coinflip-end">
        <div>
          <Money cents={centsFromUsd(row.potUsd)} className="text-lg font-black" />
          <p className="text-xs text-fg-2">
            {centsFromUsd(row.feeUsd) === 0 ? (
              texts.history.noFee
            ) : (
              <>
                {texts.history.fee} <Money cents={centsFromUsd(row.feeUsd)} />
              </>
            )}
          </p>
        </div>
        <div className="flex items-center justify-end gap-2">
          <RowSeal row={row} />
          <Button onClick={() => openModal('coinflip.view', { gameId: row.id })}>{texts.history.view}</Button>
        </div>
      </div>
    </li>
  );
}

interface HistorySideProps {
  readonly seat: Parameters<typeof SideAvatar>[0]['seat'];
  readonly side: 1 | 2;
  readonly won: boolean;
}

function HistorySide({ seat, side, won }: HistorySideProps) {
  return (
    <div className={cx('coinflip-side', !won && 'coinflip-lost')}>
      <div className="[grid-area:face]">
        <SideAvatar side={side} seat={seat} />
      </div>
      <UserName user={seat.user} className="max-w-full text-sm [grid-area:name]" />
      <p className="text-xs text-fg-2 [grid-area:info]">
        <strong className={won ? 'text-ok' : 'text-fg-2'}>{won ? texts.history.won : texts.history.lost}</strong>,{' '}
        <Money cents={centsFromUsd(seat.totalUsd)} /> {texts.history.in(seat.items.length)}
      </p>
    </div>
  );
}

/** The seal if this browser has one, else a link to check the game. */
function RowSeal({ row }: { readonly row: CoinflipHistoryRow }) {
  const seal = useSeal(row.id);
  if (isJudged(seal)) return <JudgedChip roundId={row.id} />;
  return (
    <CheckLink
      to={fairplayLink({ game: 'coinflip', hash: row.hash, secret: row.secret })}
      label={texts.history.check(row.winnerUser.name, row.loserUser.name)}
    />
  );
}

/**
 * Settled rounds, newest first, each with its seal. Loaded by the page's history tab.
 * A round whose pointer has not landed is left out, so that the history never reveals a result first.
 */
import type { JackpotHistoryRow } from '@fairpot/contract/jackpot/schemas';
import { jackpotHistory } from '@fairpot/contract/jackpot/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { CheckLink, JudgedChip } from '../../../games-kit/proof.tsx';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { HistoryPages, HistoryRows } from '../../../games-kit/history-pages.tsx';
import type { PageProps } from '../../../ui/states/pages.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { formatExactPercent } from '../../../ui/values/percent.ts';
import { UserName } from '../../../ui/people/user-name.tsx';
import { roundPath } from '../round-path.ts';
import { landedAt } from '../stage.ts';
import { formatTime } from '../../../platform/page/time.ts';
import { texts } from '../texts.ts';

const PAGE = 25;

export function HistoryList() {
  return <HistoryPages page={(props) => <Page {...props} />} />;
}

function Page(props: PageProps) {
  const { before } = props;
  const answer = useAsk(jackpotHistory, { limit: PAGE, ...(before === null ? {} : { before }) });

  return (
    <HistoryRows
      {...props}
      answer={answer}
      landedAt={landedAtOf}
      empty={texts.history.empty}
      older={texts.history.older}
      className="@container grid gap-2"
      render={(row) => <HistoryRow key={row.id} row={row} />}
    />
  );
}

function landedAtOf(row: JackpotHistoryRow): number {
  return landedAt(row) ?? 0;
}

function HistoryRow({ row }: { readonly row: JackpotHistoryRow }) {
  const { result } = row;
  return (
    <li
      className={
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-ink-2 ' +
        'px-4 py-3 @min-[560px]:grid-cols-[64px_minmax(0,1fr)_auto_136px] @min-[560px]:gap-y-0 ' +
        '@min-[760px]:grid-cols-[72px_minmax(0,1.3fr)_minmax(0,1fr)_auto_150px]'
      }
    >
      <div
        className={
          'text-xs text-fg-2 @max-[560px]:col-span-2 @max-[560px]:flex @max-[560px]:items-center ' +
          '@max-[560px]:justify-between @min-[560px]:row-span-2 @min-[760px]:row-span-1'
        }
      >
        <Link to={roundPath(row.id)} className="text-sm font-bold text-fg tabular-nums underline underline-offset-2">
          #{row.number}
        </Link>
        <time dateTime={new Date(row.settledAt).toISOString()}>{formatTime(row.settledAt)}</time>
      </div>
      <div className="min-w-0">
        <UserName user={result.user} className="max-w-full text-sm" />
        <p className="text-xs text-fg-2 tabular-nums">
          <strong className="text-ok">{texts.history.won}</strong>{' '}
          {texts.history.with(formatExactPercent(result.chanceBps), result.ticket.toLocaleString('en-US'))}
        </p>
      </div>
      <p
        className={
          'text-xs text-fg-2 tabular-nums @max-[560px]:order-last @max-[560px]:self-center ' +
          '@min-[560px]:@max-[760px]:col-start-2 @min-[560px]:@max-[760px]:row-start-2'
        }
      >
        {texts.history.counts(row.players, row.entries, row.items)}
      </p>
      <div className="text-right @min-[560px]:row-span-2 @min-[760px]:row-span-1">
        <Money cents={centsFromUsd(result.wonUsd)} className="text-lg font-black" />
        <p className="text-xs text-fg-2">
          {centsFromUsd(result.feeUsd) === 0 ? (
            texts.history.noFee
          ) : (
            <>
              {texts.history.fee} <Money cents={centsFromUsd(result.feeUsd)} />
            </>
          )}
        </p>
      </div>
      <div
        className={
          'flex items-center justify-end @max-[560px]:order-last @min-[560px]:row-span-2 ' + '@min-[760px]:row-span-1'
        }
      >
        <JudgedChip roundId={row.id} iconOnly />
        <CheckLink to={roundLink(row.id)} label={texts.history.check(row.number)} />
      </div>
    </li>
  );
}

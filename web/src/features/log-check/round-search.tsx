/** Rounds of the log, newest first, filtered by game and number, each with a button to check it. */
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { GAMES } from '@fairpot/contract/games/games';
import { listLoggedRounds } from '@fairpot/contract/log/calls';
import type { LoggedRound } from '@fairpot/contract/log/schemas';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/fields.tsx';
import { Pager } from '../../ui/controls/pager.tsx';
import { ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { readNumber } from './round-number.ts';
import { formatExactTime } from '../../platform/page/time.ts';
import { texts } from './texts.ts';

export const SHOWN = 6;

const CHOICES: readonly { readonly value: ProvableGame | 'all'; readonly label: string }[] = [
  { value: 'all', label: texts.search.allGames },
  ...GAMES.map(({ game, label }) => ({ value: game, label })),
];

export function RoundSearch({ onPick }: { readonly onPick: (roundId: string) => void }) {
  const [text, setText] = useState('');
  const [game, setGame] = useState<ProvableGame | 'all'>('all');
  const [pages, setPages] = useState<readonly number[]>([]);
  const number = readNumber(text);
  const before = pages.at(-1);
  const found = useAsk(
    listLoggedRounds,
    {
      limit: SHOWN,
      ...(game !== 'all' && { game }),
      ...(number !== null && { number }),
      ...(before !== undefined && { before }),
    },
    { staleTime: 5_000 },
  );
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <label className="grid gap-1.5 text-sm font-semibold">
            {texts.search.label}
            <span className="relative">
              <Search
                aria-hidden
                size={16}
                className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-fg-3"
              />
              <input
                type="text"
                inputMode="numeric"
                value={text}
                placeholder={texts.search.placeholder}
                aria-invalid={(text.trim() !== '' && number === null) || undefined}
                onChange={(event) => {
                  setText(event.target.value);
                  setPages([]);
                }}
                className={
                  'h-(--control) w-48 rounded-md max-sm:w-36 border border-line-strong bg-ink-1 pr-3 pl-9 text-sm ' +
                  'tabular-nums'
                }
              />
            </span>
          </label>
          <Select
            label={texts.search.game}
            options={CHOICES}
            value={game}
            onChange={(chosen) => {
              setGame(chosen);
              setPages([]);
            }}
            className="w-36"
          />
        </div>
        <Pager pages={pages} next={found.data?.next ?? null} onPages={setPages} />
      </div>
      {found.isLoading && <Skeleton className="h-40" />}
      {found.isError && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <RoundList rounds={found.data.rounds} onPick={onPick} />}
    </section>
  );
}

function RoundList({
  rounds,
  onPick,
}: {
  readonly rounds: readonly LoggedRound[];
  readonly onPick: (id: string) => void;
}) {
  if (rounds.length === 0) return <p className="text-sm text-fg-2">{texts.search.none}</p>;
  return (
    <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
      {rounds.map(({ game, number, roundId, state, openedAt, index }) => (
        <li key={roundId} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 bg-ink-1 px-3 py-2 text-sm">
          <span className="font-bold">
            {game} {number}
          </span>
          <span className="text-fg-2 max-sm:flex-1">{state}</span>
          <span className="flex-1 text-xs text-fg-2 tabular-nums max-sm:order-last max-sm:basis-full">
            {texts.search.leaf(index.toLocaleString('en-US'))}, <time>{formatExactTime(openedAt)}</time>
          </span>
          {state === 'settled' ? (
            <Button aria-label={texts.search.checkLabel(game, number)} onClick={() => onPick(roundId)}>
              {texts.search.check}
            </Button>
          ) : (
            <span className="text-xs text-fg-3">{texts.search.noResult}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The live games: figures, filter, rows in stable order. Used by the page. */
import { Coins, Plus } from 'lucide-react';
import { useMemo, useState, type ComponentProps, useCallback, useEffect } from 'react';
import type { CoinflipGame, CoinflipList } from '@fairpot/contract/coinflip/schemas';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import { Loaded, LoginButton, PausedNote, SAFE } from '../../../games-kit/page-parts.tsx';
import { useNoPlay } from '../../../platform/page/scripted.ts';
import { useSources } from '../../../trade-kit/bets/use-sources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/fields.tsx';
import { FreshChip } from '../../../ui/states/fresh-chip.tsx';
import { useGlide } from '../../../ui/layout/glide.ts';
import { Money } from '../../../ui/values/money.tsx';
import { EmptyState, Skeleton } from '../../../ui/states/states.tsx';
import { namedWith } from '../../../ui/values/named.tsx';
import { GameRow } from './game-row.tsx';
import { useCoinflips } from '../use-coinflips.ts';
import { CREATE_SOURCES } from '../stake/sources.ts';
import { texts } from '../texts.ts';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { useSettings } from '../../../platform/page/settings.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { fitWindow } from '../../../games-kit/inventory/fitting.ts';
import { capOf, indexSiteItems } from '../../../games-kit/inventory/picker-model.ts';
import { windowOf } from '../money-text.ts';
import { isOwn, inOrder } from '../order.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { useStillList, type StillList } from '../../../ui/layout/still-list.ts';
import { hasLeftList } from '../stage.ts';

export function LiveList({ me }: { readonly me: string | null }) {
  return (
    <Loaded answer={useCoinflips()} loading={<LoadingRows />} reassurance={SAFE.stakes}>
      {(list) => <Games list={list} me={me} />}
    </Loaded>
  );
}

function LoadingRows() {
  return (
    <div className="grid gap-2" aria-busy>
      <Skeleton className="h-12" />
      <div className="coinflip-rows">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="coinflip-waiting-row" />
        ))}
      </div>
    </div>
  );
}

function Games({ list, me }: { readonly list: CoinflipList; readonly me: string | null }) {
  const [fitsOnly, setFitsOnly] = useState(false);
  const fitting = useFittingGames(list.games, me, fitsOnly && me !== null);
  const { rows, fresh, letIn, hold } = useGameOrder(fitting ?? [], me);
  return (
    <>
      <div className="mb-3 flex min-h-(--control) flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Figures games={list.games} />
        {me !== null && (
          <span className="flex items-center gap-3">
            <Switch label={texts.list.fits} checked={fitsOnly} onChange={setFitsOnly} />
          </span>
        )}
      </div>
      {list.paused && <PausedNote className="mb-3">{texts.list.paused}</PausedNote>}
      <FreshChip count={fresh} what={texts.list.game} onPress={letIn} />
      {fitting === null ? (
        <LoadingRows />
      ) : rows.length === 0 ? (
        <NoGames fitsOnly={fitsOnly} me={me} />
      ) : (
        <GameRows games={rows} me={me} {...hold} />
      )}
    </>
  );
}

export interface GameRowsProps extends Omit<ComponentProps<'ul'>, 'children'> {
  readonly games: readonly CoinflipGame[];
  readonly me: string | null;
}

/** The rows, laid out by the width of the list, which beside the chat is narrower than the window. */
export function GameRows({ games, me, ...rest }: GameRowsProps) {
  const list = useGlide<HTMLUListElement>(games.map(({ id }) => id));
  return (
    <ul ref={list} aria-label={texts.list.label} className="coinflip-rows" {...rest}>
      {games.map((game) => (
        <GameRow key={game.id} game={game} me={me} />
      ))}
    </ul>
  );
}

function Figures({ games }: { readonly games: readonly CoinflipGame[] }) {
  const { open, running, waitingCents } = useMemo(() => {
    const waiting = games.filter((game) => game.phase === 'WAITING');
    return {
      open: waiting.length,
      running: games.filter((game) => game.phase === 'COUNTDOWN').length,
      waitingCents: sumCents(waiting.map((game) => centsFromUsd(game.firstTotalUsd))),
    };
  }, [games]);
  return (
    <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm">
      <Figure name={texts.list.open}>{open}</Figure>
      <Figure name={texts.list.waiting}>
        <Money cents={waitingCents} />
      </Figure>
      <Figure name={texts.list.running}>{running}</Figure>
    </dl>
  );
}

function NoGames({ fitsOnly, me }: { readonly fitsOnly: boolean; readonly me: string | null }) {
  return (
    <div className="rounded-lg border border-line bg-ink-2">
      <EmptyState
        icon={<Coins aria-hidden size={36} strokeWidth={1.5} />}
        title={fitsOnly ? texts.list.noneFits : texts.list.none}
        action={me === null ? <LoginButton /> : <CreateButton />}
      >
        {fitsOnly ? texts.list.createFitting : texts.list.createFirst}
      </EmptyState>
    </div>
  );
}

export function CreateButton() {
  const noPlay = useNoPlay();
  const create = useSources(CREATE_SOURCES);
  return (
    <>
      {noPlay !== null && <p className="text-xs text-balance text-fg-2">{noPlay}</p>}
      <Button
        online
        variant="primary"
        icon={<Plus aria-hidden size={18} />}
        disabled={noPlay !== null}
        onClick={create}
      >
        {texts.list.create}
      </Button>
    </>
  );
}

const Figure = namedWith(
  'flex flex-row-reverse items-baseline gap-1.5',
  'text-fg-2',
  'text-lg font-black tabular-nums',
);

/** Maximum search steps per game: a list of fifty stays within a frame or two. */
const BUDGET_PER_GAME = 2_000;

/** The games that this player's inventory can join and own games; null while the inventory is loading. All games when `on` is false. */
function useFittingGames(
  games: readonly CoinflipGame[],
  me: string | null,
  on: boolean,
): readonly CoinflipGame[] | null {
  const { data } = useAsk(siteInventory, {}, { enabled: on });
  const cap = capOf(useSettings()?.deposit.maxCount);
  return useMemo(() => {
    if (!on) return games;
    if (!data) return null;
    const free = indexSiteItems(data.items).items.flatMap(({ id, cents, blocked }) =>
      blocked === null && cents !== null ? [{ id, cents }] : [],
    );
    return games.filter(
      (game) =>
        isOwn(game, me) || (game.phase === 'WAITING' && fitWindow(free, windowOf(game), cap, BUDGET_PER_GAME) !== null),
    );
  }, [games, me, on, data, cap]);
}

const SWEEP_EVERY_MS = 5_000;

/** The rows: own games first, then newest first, kept still under a pointer. */
function useGameOrder(games: readonly CoinflipGame[], me: string | null): StillList<CoinflipGame> {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SWEEP_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const staying = useMemo(
    () =>
      inOrder(
        games.filter((game) => !hasLeftList(game, now)),
        me,
      ),
    [games, now, me],
  );
  const mine = useCallback((game: CoinflipGame) => isOwn(game, me), [me]);
  return useStillList(staying, games, { isOwn: mine, gone: asCancelled });
}

/** A game that left the list while its row was held. Only a waiting game can leave, by being cancelled. */
function asCancelled(game: CoinflipGame): CoinflipGame {
  return game.phase === 'WAITING' ? { ...game, phase: 'CANCELLED' } : game;
}

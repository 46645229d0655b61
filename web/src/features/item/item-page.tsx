/** /item/:id: the history of a site item, step by step, and where it is now. For its current and past owners, and for staff. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Copy, SearchX } from 'lucide-react';
import { useParams } from 'react-router';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { getItemTrace } from '@fairpot/contract/operations/trace/calls';
import type { ItemTrace } from '@fairpot/contract/operations/trace/schemas';
import { SAFE } from '../../games-kit/page-parts.tsx';
import { ApiRefusal, ask } from '../../platform/calls/api.ts';
import { useMe } from '../../platform/page/session.ts';
import { gameLabel } from '../../trade-kit/steam-items/steam-model.ts';
import { Button, ButtonLink, IconButton } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/controls/copy-text.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { UserName } from '../../ui/people/user-name.tsx';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { hexColor, ItemArt } from '../../ui/values/item-tile.tsx';
import { Money } from '../../ui/values/money.tsx';
import { texts } from './texts.ts';
import { TraceSteps } from './trace-steps.tsx';
import { placeMeaning, placeTitle } from './trace-words.ts';
import { formatDayTime } from '../../platform/page/time.ts';

export function ItemPage() {
  return (
    <NeedsSession title={texts.title} why={texts.why}>
      <Item />
    </NeedsSession>
  );
}

/** The item's movements page by page, oldest first. Everything else on the page comes from the newest answer. */
function useTrace(id: string) {
  return useInfiniteQuery({
    queryKey: [getItemTrace.name, id, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(getItemTrace, pageParam === null ? { id } : { id, after: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ steps, more }) => (more ? (steps.at(-1)?.no ?? null) : null),
    retry: (times, error) => !(error instanceof ApiRefusal) && times < 2,
  });
}

function Item() {
  const { id = '' } = useParams();
  const answer = useTrace(id);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = answer;
  const trace = data?.pages.at(-1);
  if (data === undefined || trace === undefined) {
    return (
      <>
        <PageHead title={texts.title} />
        {error && !data ? (
          <NotThere error={error} onRetry={() => void answer.refetch()} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </>
    );
  }
  const { item } = trace;
  return (
    <div className="@container">
      <PageHead
        title={item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`}
        lead={[item.itemType, item.rarity, gameLabel(item.appId)].filter(Boolean).join(' · ')}
      />
      <div className="grid items-start gap-4 @min-[800px]:grid-cols-[minmax(0,1fr)_320px]">
        <Panel title={texts.history}>
          <TraceSteps steps={data.pages.flatMap((page) => page.steps)} />
          {hasNextPage && (
            <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.showMore}
            </Button>
          )}
        </Panel>
        <aside className="grid gap-4 @max-[799px]:order-first">
          <Now trace={trace} />
          <Asset trace={trace} />
        </aside>
      </div>
    </div>
  );
}

function NotThere({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const isMissing = error instanceof ApiRefusal && (error.status === 404 || error.status === 400);
  if (!isMissing) return <ErrorState error={error} onRetry={onRetry} reassurance={SAFE.items} />;
  return (
    <EmptyState
      icon={<SearchX aria-hidden size={32} strokeWidth={1.5} />}
      title={texts.notFound}
      action={<ButtonLink to="/withdraw">{texts.yourItems}</ButtonLink>}
    >
      {texts.notFoundText}
    </EmptyState>
  );
}

function Now({ trace }: { readonly trace: ItemTrace }) {
  const { item, now } = trace;
  const me = useMe();
  const isMine = me !== null && me === now.user?.id;
  return (
    <Panel title={texts.whereNow}>
      <div className="grid gap-3">
        <div style={{ borderColor: hexColor(item.colorHex) }} className="rounded-md border-b-4 bg-ink-3 px-8 py-3">
          <ItemArt icon={item.icon} className="mx-auto max-w-72" />
        </div>
        <p className="text-lg font-bold">{placeTitle(now, isMine, formatDayTime)}</p>
        {now.user !== null && !isMine && <UserName user={now.user} />}
        <p className="text-sm text-fg-2">{placeMeaning(now, formatDayTime)}</p>
        <p className="flex items-baseline justify-between gap-4 text-sm text-fg-2">
          {texts.price} <Money cents={centsFromUsd(item.priceUsd)} className="text-lg font-black text-fg" />
        </p>
      </div>
    </Panel>
  );
}

/** The Steam asset, while the site has it. */
function Asset({ trace: { asset, now } }: { readonly trace: ItemTrace }) {
  if (asset === null && (now.place === 'GONE' || now.place === 'WITHDRAWN')) return null;
  return (
    <Panel title={texts.asset.title}>
      {asset === null ? (
        <p className="text-sm text-fg-2">{texts.asset.none}</p>
      ) : (
        <div className="grid gap-2 text-sm">
          <dl className="grid gap-2">
            <Fact name={texts.asset.game} value={gameLabel(asset.appId)} />
            <Fact name={texts.asset.id} value={asset.assetId} copyable />
            <Fact name={texts.asset.context} value={asset.contextId} />
          </dl>
          <p className="text-xs text-fg-2">{texts.asset.note}</p>
        </div>
      )}
    </Panel>
  );
}

function Fact({
  name,
  value,
  copyable = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly copyable?: boolean;
}) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="text-fg-2">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 font-semibold tabular-nums">
        <span className="truncate">{value}</span>
        {copyable && (
          <IconButton label={texts.asset.copy(name)} onClick={() => void copyText(value)}>
            <Copy aria-hidden size={15} />
          </IconButton>
        )}
      </dd>
    </div>
  );
}

/** /item/:id: where an item of the site came from, step by step, and where it is. For who has or had it, and for staff. */
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
import { TraceSteps } from './trace-steps.tsx';
import { placeMeaning, placeTitle } from './trace-words.ts';
import { formatDayTime } from '../../ui/values/time.ts';

const TITLE = 'Item';

export function ItemPage() {
  return (
    <NeedsSession title={TITLE} why="Where an item came from is for its owner to know.">
      <Item />
    </NeedsSession>
  );
}

/** Its movements page by page, the oldest first; what else is told of it is as of the newest answer. */
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
        <PageHead title={TITLE} />
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
        <Panel title="Where it came from">
          <TraceSteps steps={data.pages.flatMap((page) => page.steps)} />
          {hasNextPage && (
            <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
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
      title="No such item"
      action={<ButtonLink to="/withdraw">Your items</ButtonLink>}
    >
      There is none with this address, or it was never yours. An item’s way is shown to who has it, or had it.
    </EmptyState>
  );
}

function Now({ trace }: { readonly trace: ItemTrace }) {
  const { item, now } = trace;
  const me = useMe();
  const isMine = me !== null && me === now.user?.id;
  return (
    <Panel title="Where it is">
      <div className="grid gap-3">
        <div style={{ borderColor: hexColor(item.colorHex) }} className="rounded-md border-b-4 bg-ink-3 px-8 py-3">
          <ItemArt icon={item.icon} className="mx-auto max-w-72" />
        </div>
        <p className="text-lg font-bold">{placeTitle(now, isMine, formatDayTime)}</p>
        {now.user !== null && !isMine && <UserName user={now.user} />}
        <p className="text-sm text-fg-2">{placeMeaning(now, formatDayTime)}</p>
        <p className="flex items-baseline justify-between gap-4 text-sm text-fg-2">
          Price today <Money cents={centsFromUsd(item.priceUsd)} className="text-lg font-black text-fg" />
        </p>
      </div>
    </Panel>
  );
}

/** The real asset, while it is the site's to give. */
function Asset({ trace: { asset, now } }: { readonly trace: ItemTrace }) {
  if (asset === null && (now.place === 'GONE' || now.place === 'WITHDRAWN')) return null;
  return (
    <Panel title="The real item at Steam">
      {asset === null ? (
        <p className="text-sm text-fg-2">
          None stands behind this very item. When it is taken out, the site sends one of the same name from its stock,
          if it has one.
        </p>
      ) : (
        <div className="grid gap-2 text-sm">
          <dl className="grid gap-2">
            <Fact name="Game" value={gameLabel(asset.appId)} />
            <Fact name="Asset id" value={asset.assetId} copied />
            <Fact name="Context" value={asset.contextId} />
          </dl>
          <p className="text-xs text-fg-2">
            It lies in the site’s Steam account. Asset ids change with each trade; the steps name both.
          </p>
        </div>
      )}
    </Panel>
  );
}

function Fact({
  name,
  value,
  copied = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly copied?: boolean;
}) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="text-fg-2">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 font-semibold tabular-nums">
        <span className="truncate">{value}</span>
        {copied && (
          <IconButton label={`Copy the ${name.toLowerCase()}`} onClick={() => void copyText(value)}>
            <Copy aria-hidden size={15} />
          </IconButton>
        )}
      </dd>
    </div>
  );
}

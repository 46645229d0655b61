/** The player's crypto deposits or withdrawals, newest first, with live states; each opens its window. */
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { OrderText } from '@fairpot/contract/trades/texts';
import { useShownOnPage } from '../../../platform/page/shown-on-page.ts';
import { TONES } from '../../../trade-kit/orders/order-state.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { PagedList, type PagedListProps } from '../../../ui/states/paged-list.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { formatDayTime } from '../../../platform/page/time.ts';
import { CoinIcon } from './coins.tsx';
import { coinOnNetwork } from './sums.ts';
import { texts } from './texts.ts';
import { useChangeNotices, type StatusRow } from './use-changes.ts';

export interface CoinListProps<T> {
  readonly answer: PagedListProps<T>['answer'] & { readonly data: { readonly pages: readonly T[][] } | undefined };
  readonly texts: Readonly<Record<'label' | 'older' | 'empty' | 'emptyText', string>>;
  /** Header of the notifications that this list makes unnecessary. */
  readonly header: Parameters<typeof useShownOnPage>[0];
  /** Called with each one whose status changes while the list is shown. */
  readonly notify: (row: T) => void;
  readonly children: (row: T) => ReactNode;
}

export function CoinList<T extends StatusRow>({ answer, texts: own, header, notify, children }: CoinListProps<T>) {
  const all = answer.data?.pages.flat();
  useChangeNotices(all, notify);
  useShownOnPage(header);
  return (
    <PagedList
      answer={answer}
      all={all}
      label={own.label}
      older={own.older}
      empty={
        <EmptyState icon={<Coins aria-hidden size={32} strokeWidth={1.5} />} title={own.empty}>
          {own.emptyText}
        </EmptyState>
      }
    >
      {children}
    </PagedList>
  );
}

export interface CoinRowProps {
  readonly coin: Coin;
  readonly createdAt: number;
  readonly sum: ReactNode;
  readonly words: OrderText & { readonly where: string };
  readonly onDetails: () => void;
  /** Notes below the state. */
  readonly children?: ReactNode;
}

export function CoinRow({ coin, createdAt, sum, words, onDetails, children }: CoinRowProps) {
  const { icon: Icon, color } = TONES[words.tone];
  const when = formatDayTime(createdAt);
  return (
    <li className="@container px-4 py-3 lg:px-6">
      <div
        className={
          'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 ' +
          '@min-[560px]:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_auto]'
        }
      >
        <div className="flex min-w-0 items-center gap-3">
          <CoinIcon coin={coin} size={28} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
              {sum}
              <time dateTime={new Date(createdAt).toISOString()} className="text-xs font-normal text-fg-2">
                {when}
              </time>
            </p>
            <p className="truncate text-xs text-fg-2">{coinOnNetwork(coin)}</p>
          </div>
        </div>
        <div className="col-span-2 min-w-0 @min-[560px]:col-span-1">
          <p className={cx('flex items-center gap-1.5 text-sm font-semibold', color)}>
            <Icon aria-hidden size={14} className="shrink-0" /> {words.title}
          </p>
          <p className="text-xs text-fg-2">{words.where}</p>
          {children}
        </div>
        <div className="col-start-2 row-start-1 @min-[560px]:col-start-3">
          <Button aria-label={texts.detailsOf(coin, when)} onClick={onDetails}>
            {texts.details}
          </Button>
        </div>
      </div>
    </li>
  );
}

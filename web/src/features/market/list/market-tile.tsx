/** One item on sale: its picture links to its page, its button adds it to the cart. */
import { Check, Plus } from 'lucide-react';
import { memo } from 'react';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { detailText } from '../../../games-kit/inventory/asset-details.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { ItemArt, Pips } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { priceDoubtText } from '../../../ui/values/price-doubt.ts';
import { texts } from '../texts.ts';
import { tintOf } from '../tint.ts';

/** From $100,000.00 on a price in the usual size is wider than its place in the narrowest tile. */
const WIDE_CENTS = 10_000_000;

export interface MarketTileProps {
  readonly entry: MarketItem;
  readonly inCart: boolean;
  readonly sold: boolean;
  /** Identical items that the tile stands for; default 1. */
  readonly copies?: number;
  /** Of these, how many are in the cart. */
  readonly chosen?: number;
  readonly onToggle: (entry: MarketItem) => void;
}

export const MarketTile = memo(function MarketTile(props: MarketTileProps) {
  const { entry, inCart, sold, copies = 1, chosen = 0 } = props;
  const { item, name } = entry;
  const detail = entry.details ? detailText(entry.details) : '';
  const price = centsFromUsd(entry.priceUsd);
  return (
    <article
      style={tintOf(item)}
      className={cx(
        'market-tile',
        inCart && 'border-volt outline-1 -outline-offset-2 outline-volt',
        sold && 'market-sold',
      )}
    >
      <Link
        to={`/marketplace/${item.id}`}
        title={detail === '' ? name : `${name}, ${detail}`}
        className="market-tile-link"
      >
        <Pips count={item.pips} rarity={item.rarity} edge={10} className="tile-pips mt-2" />
        <span className={cx('flex min-h-0 flex-col px-4', entry.doubt !== null && 'opacity-50 grayscale')}>
          <ItemArt icon={item.icon} className="min-h-0 shrink" />
        </span>
        <span className="tile-line tile-name">{item.itemName ? `${item.name} | ${item.itemName}` : item.name}</span>
        <span className="tile-line tile-detail">{[item.itemType, detail].filter(Boolean).join(' · ') || '\u00a0'}</span>
      </Link>
      <span className="mt-auto flex items-center justify-between gap-1 pr-1.5 pb-1.5 pl-2.5">
        {entry.doubt === null ? (
          <Money cents={price} className={cx('truncate font-bold', price < WIDE_CENTS ? 'text-sm' : 'text-2xs')} />
        ) : (
          <span
            title={priceDoubtText(entry.doubt, entry.pricedAt)}
            className="truncate text-2xs font-semibold text-warn"
          >
            {texts.priceChecked}
          </span>
        )}
        {copies > 1 && (
          <span
            aria-hidden
            className={cx('ml-auto shrink-0 text-2xs font-bold', chosen > 0 ? 'text-volt' : 'text-fg-2')}
          >
            {chosen > 0 ? texts.list.chosenOf(chosen, copies) : texts.list.copies(copies)}
          </span>
        )}
        <TileButton {...props} />
      </span>
      <span aria-hidden className="h-[3px] w-full shrink-0 bg-(--tier)" />
    </article>
  );
});

function TileButton({ entry, inCart, sold, copies = 1, chosen = inCart ? 1 : 0, onToggle }: MarketTileProps) {
  if (sold) return <span className="px-2 text-2xs font-bold text-fg-2">{texts.list.sold}</span>;
  if (entry.doubt !== null) return <span className="size-(--control)" aria-hidden />;
  const price = formatUsd(centsFromUsd(entry.priceUsd));
  // Of several copies a press adds one more, until all are in the cart.
  const isFull = chosen >= copies;
  const about = copies > 1 ? `${price}${texts.list.about(copies, chosen)}` : price;
  return (
    <button
      type="button"
      data-add
      aria-pressed={copies > 1 ? undefined : inCart}
      aria-label={isFull ? texts.list.added(entry.name, about) : texts.list.add(entry.name, about)}
      onClick={() => onToggle(entry)}
      className={cx(
        'btn grid size-(--control) shrink-0 place-items-center rounded-md border transition-colors ' +
          'duration-(--time-hover)',
        isFull
          ? 'border-volt bg-volt text-volt-ink hover:bg-volt-2'
          : 'border-line-strong bg-ink-3 text-fg hover:border-fg-2 hover:bg-ink-4',
      )}
    >
      {isFull ? <Check aria-hidden size={17} strokeWidth={3} /> : <Plus aria-hidden size={17} />}
    </button>
  );
}

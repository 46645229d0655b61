/** Copies on sale whose asset is known: the buyer gets this very one. Each is added to the cart on its own. */
import { Check, Plus } from 'lucide-react';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { AssetDetails } from '../../../games-kit/inventory/asset-details.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { toggleOrWarn } from '../market-page.tsx';
import { texts as marketTexts } from '../texts.ts';

const texts = marketTexts.copies;

const ROW = 'flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-ink-3 px-3 py-1';

export interface CopiesProps {
  readonly offers: readonly MarketItem[];
  /** Ids of those in the cart. */
  readonly chosen: ReadonlySet<string>;
}

export function Copies({ offers, chosen }: CopiesProps) {
  const known = offers.flatMap((offer) => (offer.details ? [{ offer, details: offer.details }] : []));
  if (known.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-fg-2">{known.length < offers.length ? texts.some : texts.all}</p>
      <ul aria-label={texts.title} className="grid max-h-72 gap-1 overflow-y-auto">
        {known.map(({ offer, details }) => (
          <li key={offer.id} className={ROW}>
            <AssetDetails details={details} />
            <Button
              aria-pressed={chosen.has(offer.id)}
              disabled={offer.doubt !== null}
              icon={chosen.has(offer.id) ? <Check aria-hidden size={16} /> : <Plus aria-hidden size={16} />}
              onClick={() => toggleOrWarn(offer)}
            >
              {chosen.has(offer.id) ? texts.inCart : texts.add}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

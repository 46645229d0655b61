/** /marketplace before it opens. */
import { Store } from 'lucide-react';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { NotOpen } from '../../ui/states/not-open.tsx';

const WILL = [
  'Sell the site’s own stock for balance: search, game, wear, price range, every filter in the address.',
  'Show the price to buy and the price to sell side by side, so the spread is in plain sight.',
  'Show what an item has cost over time, as a chart and as a table.',
  'Put several items in a cart and buy them in one step, or none of them.',
];

export function MarketplacePage() {
  return (
    <NeedsSession title="Marketplace" why="What you buy is yours from that moment, so we have to know who you are.">
      <NotOpen
        title="Marketplace"
        lead="Buy skins with your balance."
        icon={<Store aria-hidden size={26} />}
        will={WILL}
      />
    </NeedsSession>
  );
}

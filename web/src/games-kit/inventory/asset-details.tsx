/** What Steam shows of the asset behind an item: float, phase, stickers, and a link that opens it in the game. */
import { Eye } from 'lucide-react';
import { INSPECT_URL } from '@fairpot/contract/inventory/details';
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import { texts as kitTexts } from '../texts.ts';

const texts = kitTexts.details;
const DECIMALS = 10_000;

/** Four decimals, cut off: 0.00999 is below 0.01 and must not look like it. */
function formatFloat(float: number): string {
  return (Math.floor(float * DECIMALS) / DECIMALS).toFixed(4);
}

/** The same as one line of text, for tiles and tooltips: '0.0040, Phase 2, 2 stickers'. '' when there is nothing to say. */
export function detailText({ float, phase, stickers }: ItemDetails): string {
  const parts = [
    float === null ? null : formatFloat(float),
    phase,
    stickers.length === 0 ? null : texts.stickers(stickers.length),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

export function AssetDetails({ details }: { readonly details: ItemDetails }) {
  const { float, phase, stickers, inspectUrl } = details;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-2xs text-fg-2">
      {phase !== null && (
        <span className="rounded-sm border border-line-strong px-1 font-semibold text-fg">{phase}</span>
      )}
      {float !== null && (
        <span className="tabular-nums">
          {texts.float} {formatFloat(float)}
        </span>
      )}
      {stickers.length > 0 && <span>{stickers.join(', ')}</span>}
      {inspectUrl !== null && INSPECT_URL.test(inspectUrl) && (
        <a
          href={inspectUrl}
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1 font-semibold text-fg underline"
        >
          <Eye aria-hidden size={12} /> {texts.inspect}
        </a>
      )}
    </span>
  );
}

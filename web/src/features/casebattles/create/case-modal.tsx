/** One case: price, expected return, and every drop with its chance. Opened from every case picture. */
import type { Case, CaseItem } from '@fairpot/contract/casebattle/cases/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { Button } from '../../../ui/controls/button.tsx';
import { hexColor, ItemArt } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { namedWith } from '../../../ui/values/named.tsx';
import { requestClose } from '../../../platform/page/modal.ts';
import { messages } from '../../../messages.ts';
import { CaseArt, tier } from '../case-art.tsx';
import { dropPercent, returnText, spreadOf } from '../figures.ts';
import { texts } from '../texts.ts';

export function CaseModal({ of }: { readonly of: Case }) {
  const { maxCents, minCents, profitPercent } = spreadOf(of);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <CaseArt face={of} className="w-40 max-sm:w-28" />
        <dl className="grid flex-1 basis-72 grid-cols-2 gap-x-6 gap-y-3 text-xs text-fg-2 sm:grid-cols-4">
          <Figure name={texts.oneCase.price}>
            <Money cents={centsFromUsd(of.priceUsd)} />
          </Figure>
          <Figure name={texts.oneCase.expectedReturn}>{returnText(of)}</Figure>
          <Figure name={texts.oneCase.breakEven}>{profitPercent}%</Figure>
          <Figure name={texts.oneCase.dropValue}>
            <span className="text-base">
              <Money cents={minCents} /> {texts.oneCase.to} <Money cents={maxCents} />
            </span>
          </Figure>
        </dl>
      </div>
      <p className="text-sm text-fg-2">
        {texts.oneCase.edge(dropPercent(of.returnBps, 10_000), of.version, of.weightTotal.toLocaleString('en-US'))}
      </p>
      <ul aria-label={texts.oneCase.drops} className="drop-table">
        {of.items.map((drop) => (
          <DropRow key={drop.itemId} drop={drop} total={of.weightTotal} />
        ))}
      </ul>
      <Button className="justify-self-end" onClick={requestClose}>
        {messages.modal.close}
      </Button>
    </div>
  );
}

function DropRow({ drop: { item, weight }, total }: { readonly drop: CaseItem; readonly total: number }) {
  return (
    <li className="drop-row" style={tier(hexColor(item.colorHex))}>
      <span className="drop-art">
        <ItemArt icon={item.icon} />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-2xs text-fg-2">
          {item.itemName ? `${item.name}, ${item.rarity}` : item.rarity}
        </span>
        <span className="block truncate text-sm font-semibold">{item.itemName || item.name}</span>
      </span>
      <span className="text-right">
        <Money cents={centsFromUsd(item.priceUsd)} className="block text-sm font-black" />
        <span className="text-xs text-fg-2 tabular-nums">{dropPercent(weight, total)}%</span>
      </span>
    </li>
  );
}

const Figure = namedWith(undefined, undefined, 'text-lg leading-6 font-black text-fg tabular-nums');

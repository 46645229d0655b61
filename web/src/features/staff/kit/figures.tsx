/** Figures by name: of a player, and as signs of play and circuit breakers keep them. */
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { namedWith } from '../../../ui/values/named.tsx';

/** In a `dl`. */
export const Figure = namedWith(undefined, 'text-xs text-fg-3', 'font-semibold');

/** 'lostWeekUsd', 80 -> 'lost week: $80.00'. */
function figureText(name: string, value: number): string {
  const words = name.replace(/Usd$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}: ${name.endsWith('Usd') ? formatUsd(centsFromUsd(value)) : value.toLocaleString('en-US')}`;
}

export function Figures({ figures }: { readonly figures: Readonly<Record<string, number>> }) {
  return (
    <span className="text-xs text-fg-2 tabular-nums">
      {Object.entries(figures)
        .map(([name, value]) => figureText(name, value))
        .join(', ')}
    </span>
  );
}

/** The text of a movement, and the link of its row. Pure. */
import type { HistoryKind } from '@fairpot/contract/profile/calls';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { movementTexts, texts } from './texts.ts';

export const KIND_LABELS: Readonly<Record<HistoryKind, string>> = texts.kinds;

/** The text of a movement's code. A code without one is made readable: 'PROMO_CODE' becomes 'Promo code'. */
export function movementText(code: string): string {
  const plain = code.toLowerCase().replaceAll('_', ' ');
  return movementTexts[code] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The page with details of a movement, and the text of its link; null if there is only the transaction itself. */
export function linkOf({ link, kind }: Movement): { readonly to: string; readonly text: string } | null {
  switch (link.kind) {
    case 'round':
      return { to: `/fairplay?round=${link.id}`, text: texts.links.round };
    case 'trade':
      return { to: `${kind === 'WITHDRAWAL' ? '/withdraw' : '/deposit'}?trade=${link.id}`, text: texts.links.trade };
    case 'coins':
      return {
        to: `${link.id.startsWith('cwd_') ? '/withdraw' : '/deposit'}?payment=${link.id}`,
        text: texts.links.coins,
      };
    case 'item':
      return { to: `/item/${link.id}`, text: texts.links.item };
    case 'transaction':
      return null;
  }
}

export const PERIODS = [
  { value: 'all', label: texts.periods.all },
  { value: '1', label: texts.periods.day },
  { value: '7', label: texts.periods.week },
  { value: '30', label: texts.periods.month },
  { value: '365', label: texts.periods.year },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

/** The start of a period, rounded to the minute, so that all pages of a list have the same start. */
export function periodStart(period: Period, now: number): number | undefined {
  return period === 'all' ? undefined : Math.floor((now - Number(period) * 86_400_000) / 60_000) * 60_000;
}

/** Values of settings as people read and write them: dollars, percent, numbers, switches. Pure. */
import { cents, centsFromText, formatUsd, plainUsd } from '@fairpot/contract/wire/money';
import type { SiteSetting } from '@fairpot/contract/operations/schemas';
import { bpsFromText, formatPercent, percentFieldText } from '../../../ui/values/percent.ts';

type Value = SiteSetting['value'];
type Unit = SiteSetting['unit'];

/** '$12.50', '5%', 'On', '10'. */
export function valueText(unit: Unit, value: Value): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (unit === 'usd') return formatUsd(cents(value));
  return unit === 'percent' ? formatPercent(value) : String(value);
}

/** As it stands in the field that changes it. */
export function draftOf({ unit, value }: Pick<SiteSetting, 'unit' | 'value'>): string {
  if (typeof value === 'boolean') return String(value);
  if (unit === 'usd') return plainUsd(cents(value));
  return unit === 'percent' ? percentFieldText(value) : String(value);
}

/** The value that a draft means; null for what is none. Bounds are the server's to check, and said beside the field. */
export function valueOfDraft({ unit, value }: Pick<SiteSetting, 'unit' | 'value'>, draft: string): Value | null {
  if (typeof value === 'boolean') return draft === 'true';
  if (unit === 'usd') return centsFromText(draft);
  if (unit === 'percent') return bpsFromText(draft);
  return /^-?\d{1,9}$/.test(draft.trim()) ? Number(draft) : null;
}

/** '0% to 10%', 'from $0.00'; null where anything fits. */
export function boundsText({ unit, min, max }: Pick<SiteSetting, 'unit' | 'min' | 'max'>): string | null {
  if (unit === 'switch' || unit === 'choice') return null;
  if (min !== null && max !== null) return `${valueText(unit, min)} to ${valueText(unit, max)}`;
  return min === null ? null : `from ${valueText(unit, min)}`;
}

/** Formats and parses setting values: dollars, percent, numbers, switches, texts. Pure. */
import { cents, centsFromText, formatUsd, plainUsd } from '@fairpot/contract/wire/money';
import type { SiteSetting } from '@fairpot/contract/operations/schemas';
import { bpsFromText, formatPercent, percentFieldText } from '../../../ui/values/percent.ts';
import { texts } from './texts.ts';

type SiteSettingValue = SiteSetting['value'];
type SiteSettingUnit = SiteSetting['unit'];

/** '$12.50', '5%', 'On', '10'. */
export function valueText(unit: SiteSettingUnit, value: SiteSettingValue): string {
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (typeof value === 'string') return value;
  if (unit === 'usd') return formatUsd(cents(value));
  return unit === 'percent' ? formatPercent(value) : String(value);
}

/** The text of the field that edits it. */
export function draftOf({ unit, value }: Pick<SiteSetting, 'unit' | 'value'>): string {
  if (typeof value !== 'number') return String(value);
  if (unit === 'usd') return plainUsd(cents(value));
  return unit === 'percent' ? percentFieldText(value) : String(value);
}

/** Parses the field's text; null if invalid. The server checks the bounds, which the field shows. */
export function valueOfDraft(
  { unit, value }: Pick<SiteSetting, 'unit' | 'value'>,
  draft: string,
): SiteSettingValue | null {
  if (typeof value === 'boolean') return draft === 'true';
  if (unit === 'text') return draft.trim();
  if (unit === 'usd') return centsFromText(draft);
  if (unit === 'percent') return bpsFromText(draft);
  return /^-?\d{1,9}$/.test(draft.trim()) ? Number(draft) : null;
}

/** '0% to 10%', 'from $0.00'; null without bounds. */
export function boundsText({ unit, min, max }: Pick<SiteSetting, 'unit' | 'min' | 'max'>): string | null {
  if (unit === 'switch' || unit === 'choice') return null;
  if (unit === 'text') return max === null ? null : texts.length(max);
  if (min !== null && max !== null) return texts.range(valueText(unit, min), valueText(unit, max));
  return min === null ? null : texts.atLeast(valueText(unit, min));
}

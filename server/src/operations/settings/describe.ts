/**
 * Settings described for staff: unit, bounds and choices follow from a setting's name and schema, so a room that adds one only writes what
 * it means. Pure.
 */
import { PAUSES } from '@fairpot/contract/operations/pauses/calls';
import type { SiteSetting } from '@fairpot/contract/operations/schemas';
import { z } from 'zod';
import { invariant } from '../../platform/runner/refused.ts';
import type { SettingRow, SettingTable } from '../../platform/runner/settings.ts';

type SiteSettingValue = SiteSetting['value'];

/** Pauses have a screen of their own. */
const PAUSE_KEYS = new Set<string>(PAUSES.map(({ key }) => key));

/** The parts of a schema's JSON schema that settings need. */
interface ValueSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly { readonly const?: unknown }[];
}

export interface SettingDefinition {
  readonly check: z.ZodType;
  readonly standard: SiteSettingValue;
  readonly says: string;
}

/** A setting's definition; undefined for an unknown key or a pause. */
export function settingOf(table: SettingTable, key: string): SettingDefinition | undefined {
  const row = Object.hasOwn(table, key) && !PAUSE_KEYS.has(key) ? table[key] : undefined;
  if (row === undefined) return undefined;
  const [check, standard, says = ''] = row;
  return { check, standard: valueOf(standard), says };
}

/** Keys of all settings except pauses, in the order of their rooms. */
export function settingKeys(table: SettingTable): string[] {
  return Object.keys(table).filter((key) => !PAUSE_KEYS.has(key));
}

/** A setting with its current value; `row` undefined: it was never changed. A stored value that is no longer valid counts as unset. */
export function describeSetting(key: string, setting: SettingDefinition, row: SettingRow | undefined): SiteSetting {
  const checked = z.toJSONSchema(setting.check) as ValueSchema;
  const choices = (checked.anyOf ?? []).flatMap((each) => (typeof each.const === 'number' ? [each.const] : []));
  const stored = setting.check.safeParse(row?.value);
  return {
    key,
    says: setting.says,
    unit: choices.length > 0 ? 'choice' : unitOf(key, checked),
    value: stored.success ? valueOf(stored.data) : setting.standard,
    standard: setting.standard,
    min: checked.minimum ?? checked.minLength ?? null,
    max: maxOf(checked),
    choices,
    version: row?.version ?? 0,
    changedAt: row?.updatedAt ?? null,
    announced: key.endsWith('.feeBps'),
  };
}

function maxOf({ maximum, maxLength }: ValueSchema): number | null {
  const most = maximum ?? maxLength;
  // The maximum safe integer is no meaningful bound for a person.
  return most === undefined || most >= Number.MAX_SAFE_INTEGER ? null : most;
}

function unitOf(key: string, { type }: ValueSchema): SiteSetting['unit'] {
  if (type === 'boolean') return 'switch';
  if (type === 'string') return 'text';
  if (key.endsWith('Bps')) return 'percent';
  return key.endsWith('Cents') || key.startsWith('cryptoOut.fee.') ? 'usd' : 'number';
}

function valueOf(value: unknown): SiteSettingValue {
  const isValue = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
  invariant(isValue, 'a setting is a number, a switch or a text');
  return value;
}

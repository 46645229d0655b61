/**
 * Changes a setting or a pause: the value, its history row, the audit entry and the fact for every page, in one transaction. Invariant: no
 * change overwrites one that its author has not seen.
 */
import { PAUSES } from '@fairpot/contract/operations/pauses/calls';
import type { changeSiteSetting, SiteSetting } from '@fairpot/contract/operations/schemas';
import type { setPause, SiteFact } from '@fairpot/contract/operations/pauses/schemas';
import { sql } from '../../platform/database/sql.ts';
import type { CommandHandler, TransactionContext } from '../../platform/runner/feature.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import { replaceSetting, settingRows, type SettingTable } from '../../platform/runner/settings.ts';
import { describeSetting, settingOf } from './describe.ts';
import { insertChange } from './store.ts';

type Ctx = Pick<TransactionContext, 'tx' | 'actor' | 'now' | 'emit' | 'act'>;

interface SettingEdit {
  readonly key: string;
  /** The version that the author saw. */
  readonly version: number;
  readonly before: SiteSetting['value'];
  readonly after: SiteSetting['value'];
  readonly why: string;
}

/** Refuses SETTING_CHANGED when the setting is no longer at that version. */
async function writeChange(
  { tx, actor, now, emit, act }: Ctx,
  { key, version, before, after, why }: SettingEdit,
): Promise<void> {
  if (!(await replaceSetting(tx, key, after, version, now))) refuse('SETTING_CHANGED');
  await insertChange(tx, { key, version: version + 1, before, after, byId: actor.id, why, at: now });
  act({ subject: key, details: { was: before, is: after } });
  const body: SiteFact = { type: 'site.settings', keys: [key] };
  emit({ topic: 'site', subject: key, version: version + 1, type: body.type, body });
}

/** Setting the current value changes nothing. Refuses NOT_FOUND, SETTING_VALUE, SETTING_CHANGED. */
export function changeSetting(table: SettingTable): CommandHandler<typeof changeSiteSetting> {
  return async (ctx, { key, value, version, why }) => {
    const setting = settingOf(table, key) ?? refuse('NOT_FOUND');
    const checked = setting.check.safeParse(value);
    if (!checked.success) refuse('SETTING_VALUE', { detail: checked.error.issues[0]?.message ?? 'invalid value' });
    const row = (await settingRows(ctx.tx)).find((each) => each.key === key);
    const standing = describeSetting(key, setting, row);
    if (standing.version !== version) refuse('SETTING_CHANGED');
    if (standing.value === value) {
      ctx.act({ subject: key, details: { was: value, is: value } });
      return standing;
    }
    await writeChange(ctx, { key, version, before: standing.value, after: value, why });
    return { ...standing, value, version: version + 1, changedAt: ctx.now };
  };
}

/** Repeating the current state changes nothing. Concurrent calls run in sequence; the last one wins. */
export const pause: CommandHandler<typeof setPause> = async (ctx, { system, paused, why }) => {
  const found = PAUSES.find((each) => each.system === system);
  invariant(found, `${system} can be paused`);
  const { key } = found;
  // Waits for transactions in progress; from here on the setting is locked until the end.
  await ctx.tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`pause ${key}`}, 0)) is null as held`);
  const row = (await settingRows(ctx.tx)).find((each) => each.key === key);
  const before = row?.value === true;
  if (before === paused) {
    ctx.act({ subject: key, details: { was: before, is: paused } });
    return { system, paused };
  }
  await writeChange(ctx, { key, version: row?.version ?? 0, before, after: paused, why });
  if (system === 'chat') {
    const type = paused ? 'chat.closed' : 'chat.opened';
    ctx.emit({ topic: 'chat', subject: 'chat', version: 1, type, body: {} });
  }
  return { system, paused };
};

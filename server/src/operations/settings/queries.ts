/** Settings, pauses and their history as staff see them. */
import { OPERATIONS_PAGE } from '@fairpot/contract/operations/calls';
import { PAUSES } from '@fairpot/contract/operations/pauses/calls';
import type { listSettingChanges, listSiteSettings } from '@fairpot/contract/operations/schemas';
import type { listPauses } from '@fairpot/contract/operations/pauses/schemas';
import { publicUsers } from '../../accounts/front.ts';
import type { QueryHandler } from '../../platform/runner/feature.ts';
import { getKnown, invariant } from '../../platform/runner/refused.ts';
import { settingRows, type SettingTable } from '../../platform/runner/settings.ts';
import { describeSetting, settingKeys, settingOf } from './describe.ts';
import { changesBefore, lastChanges } from './store.ts';
import { columnOf } from '../../platform/database/sql.ts';

export function siteSettings(table: SettingTable): QueryHandler<typeof listSiteSettings> {
  return async ({ db }) => {
    const rows = new Map((await settingRows(db)).map((row) => [row.key, row]));
    const settings = settingKeys(table).map((key) => {
      const setting = settingOf(table, key);
      invariant(setting, `${key} is a setting`);
      return describeSetting(key, setting, rows.get(key));
    });
    return { settings };
  };
}

export const settingChanges: QueryHandler<typeof listSettingChanges> = async ({ db }, { before }) => {
  const rows = await changesBefore(db, before ?? null, OPERATIONS_PAGE + 1);
  const page = rows.slice(0, OPERATIONS_PAGE);
  const users = await publicUsers(db, columnOf(page, 'byId'));
  const changes = page.map(({ byId, ...row }) => {
    const by = getKnown(users, byId);
    const { id, key, version, before: from, after, why, at } = row;
    return { id, key, version, before: from, after, by, why, at };
  });
  return { changes, next: rows.length > OPERATIONS_PAGE ? (page.at(-1)?.id ?? null) : null };
};

export const pauses: QueryHandler<typeof listPauses> = async ({ db }) => {
  const rows = new Map((await settingRows(db)).map((row) => [row.key, row]));
  const last = new Map((await lastChanges(db, columnOf(PAUSES, 'key'))).map((change) => [change.key, change]));
  const users = await publicUsers(
    db,
    [...last.values()].map((change) => change.byId),
  );
  return {
    pauses: PAUSES.map(({ system, key }) => {
      const row = rows.get(key);
      // A value written by other means (a restored database) has a time and no author.
      const change = last.get(key)?.version === row?.version ? last.get(key) : undefined;
      return {
        system,
        paused: row?.value === true,
        changedAt: row?.updatedAt ?? null,
        by: change === undefined ? null : (users.get(change.byId) ?? null),
        why: change?.why ?? null,
      };
    }),
  };
};

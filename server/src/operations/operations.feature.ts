/** Running the site: pauses, settings, adjustments, reports. `table`: the settings of every room (app.ts combines them). */
import {
  approveAdjustment,
  proposeAdjustment,
  changeSiteSetting,
  dayReport,
  listAdjustments,
  listSettingChanges,
  listSiteSettings,
  refuseAdjustment,
} from '@fairpot/contract/operations/schemas';
import { getItemTrace } from '@fairpot/contract/operations/trace/schemas';
import { listPauses, setPause } from '@fairpot/contract/operations/pauses/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, requirePlayer, type Feature } from '../platform/runner/feature.ts';
import type { SettingTable } from '../platform/runner/settings.ts';
import { approveRequest, requestAdjustment, list, refuseRequest } from './adjustments/adjustments.ts';
import { operationsInvariants } from './invariants.ts';
import { days } from './reports.ts';
import { changeSetting, pause } from './settings/commands.ts';
import { pauses, settingChanges, siteSettings } from './settings/queries.ts';
import { itemTrace } from './trace.ts';

export function operationsFeature(deps: Deps, table: SettingTable): Feature {
  return {
    name: 'operations',
    bindings: [
      onQuery(listPauses, pauses),
      onCommand(setPause, pause),
      onQuery(listSiteSettings, siteSettings(table)),
      onCommand(changeSiteSetting, changeSetting(table)),
      onQuery(listSettingChanges, settingChanges),
      onQuery(listAdjustments, list),
      onCommand(proposeAdjustment, requestAdjustment(deps)),
      onCommand(approveAdjustment, approveRequest(deps)),
      onCommand(refuseAdjustment, refuseRequest),
      onQuery(dayReport, days),
      onQuery(getItemTrace, ({ db, actor }, { id, after }) => itemTrace(db, requirePlayer(actor), id, after ?? 0)),
    ],
    invariants: operationsInvariants,
  };
}

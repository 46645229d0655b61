/**
 * Accounts as a feature: the calls, the sign-in navigations, the clean-up sweep and the invariants. Other features import only front.ts.
 */
import { steamInventory, uncacheSteam } from '@fairpot/contract/inventory/schemas';
import { listBotBooks } from '@fairpot/contract/solvency/schemas';
import { recentResults } from '@fairpot/contract/results/schemas';
import * as staff from '@fairpot/contract/staff/schemas';
import { listPersonas, makePersona } from '@fairpot/contract/operations/schemas';
import { addPlayer, endSessions, signIn, saveProviderProfile } from '@fairpot/contract/system/schemas';
import { confirmAge, getUser } from '@fairpot/contract/user/schemas';
import type { Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, onReplicaQuery, requirePlayer, type Feature } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { barKeys, checkBarKeys, forgetBarred } from './barred.ts';
import { botBooks } from './bot-books.ts';
import { addPlayerAs, signInWith, updateProfileOf, type WelcomePlayer } from './commands.ts';
import { setUpCodes, readUnconfirmedCodes, codeDeps, codeState, submitCode } from './codes/codes.ts';
import { resetCodes } from './desk/roles.ts';
import { deskBindings } from './desk/users.ts';
import { forgetBrowsers } from './browsers.ts';
import { accountInvariants } from './invariants.ts';
import { createPersona, listPersonaStats } from './personas.ts';
import { userOf } from './queries.ts';
import { newestResults } from './recent-results.ts';
import { deleteSessions, forgetOld } from './sessions.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { forgetSteamInventories, steamInventoriesOf } from './steam-inventory.ts';
import { fillMissingLooks, playersByIds, setAgeConfirmed } from './store.ts';

const nothingToGreetWith: WelcomePlayer = () => Promise.resolve();
const LOOKS_AT_ONCE = 1_000;
const FORGET_EVERY_MS = 10 * 60 * 1000;

/** `execute`: the runner's own, because sign-in acts as the system. `greet`: see its type; nothing by default. */
export function accountsFeature(
  deps: Deps,
  execute: Runner['execute'],
  greet: WelcomePlayer = nothingToGreetWith,
): Feature {
  const inventories = steamInventoriesOf(deps);
  const codes = codeDeps(deps);
  const bars = barKeys(deps);
  return {
    name: 'accounts',
    bindings: [
      onQuery(getUser, async ({ db, actor, now }) => {
        const { id } = requirePlayer(actor);
        return userOf(db, id, now, inventories.lastSeenCents(id));
      }),
      onCommand(confirmAge, async ({ tx, actor, now }) => {
        await setAgeConfirmed(tx, actor.id, now);
        return { ageConfirmed: true as const };
      }),
      onQuery(listPersonas, listPersonaStats),
      onCommand(makePersona, createPersona(deps)),
      onQuery(steamInventory, async ({ db, actor }, input) => {
        const { id } = requirePlayer(actor);
        const [player] = await playersByIds(db, [id]);
        invariant(player, `unknown player ${id}`);
        return inventories.read(player, input);
      }),
      onQuery(uncacheSteam, async ({ db, actor }) => {
        await forgetSteamInventories(db, requirePlayer(actor).id);
        return { uncached: true as const };
      }),
      onReplicaQuery(recentResults, ({ db, now }) => newestResults(db, now)),
      onReplicaQuery(listBotBooks, botBooks),
      onCommand(signIn, (ctx, input) => signInWith({ ...deps, bars }, greet, ctx, input)),
      onCommand(addPlayer, (ctx, input) => addPlayerAs(deps, ctx, input)),
      onCommand(saveProviderProfile, updateProfileOf),
      onCommand(endSessions, async ({ tx }, input) => ({ ended: (await deleteSessions(tx, input)).length })),
      onQuery(staff.staffCodes, ({ db, actor, now }) => codeState(deps, db, requirePlayer(actor), now)),
      onCommand(staff.setUpAuthenticator, setUpCodes(codes)),
      onQuery(staff.getUnconfirmedAuthenticator, ({ db, actor }) =>
        readUnconfirmedCodes(codes, db, requirePlayer(actor)),
      ),
      onCommand(staff.submitStaffCode, submitCode(codes)),
      onCommand(staff.resetStaffCodes, resetCodes),
      ...deskBindings(deps),
    ],
    sweeps: [
      { name: 'accounts.forget', everyMs: FORGET_EVERY_MS, run: () => forgetOld(deps.db, deps.clock.now()) },
      { name: 'accounts.barred', everyMs: FORGET_EVERY_MS, run: () => forgetBarred(deps.db) },
      { name: 'accounts.browsers', everyMs: FORGET_EVERY_MS, run: () => forgetBrowsers(deps.db, deps.clock.now()) },
    ],
    invariants: accountInvariants,
    requireExisting: async (db, playerId) => {
      if ((await playersByIds(db, [playerId])).length === 0) refuse('NO_PLAYER');
    },
    start: async () => {
      await codes.key();
      await checkBarKeys(bars, deps.db);
      while ((await fillMissingLooks(deps.db, LOOKS_AT_ONCE)) > 0);
    },
    routes: (http) => signInRoutes(http, deps, execute),
  };
}

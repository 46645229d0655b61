/**
 * The demo person with a pending trade: each sign-in finds one deposit whose offer waits at the simulated Steam. It is ordered by the commands of everyone,
 * when the person is there: an offer ends after ten minutes, and opening one again and again for an idle demo would only fill the lists.
 */
import { createHash } from 'node:crypto';
import { steamInventory } from '@fairpot/contract/inventory/schemas';
import { tradeLinkOf } from '@fairpot/contract/trades/calls';
import { answerLimitQuestion, getProtection } from '@fairpot/contract/protection/schemas';
import { depositBySteam, listTradeOrders, setTradeLink } from '@fairpot/contract/trades/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import { actorOf } from '../accounts/front.ts';
import { ownSessions } from '../accounts/own-sessions.ts';
import { playerIdOf } from '../accounts/people.ts';
import type { Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor, Sweep } from '../platform/runner/feature.ts';
import { readSettings, SITE_SETTINGS, steamStakeApp } from '../platform/runner/settings.ts';
import { DEMO_PEOPLE } from './people.ts';
import { tried } from './stock.ts';

const EVERY_MS = 3_000;

export function pendingTradeSweep(deps: Deps, execute: Runner['execute']): Sweep {
  const prepared = new Set<string>();
  /** The newest sign-in of each person that has had its trade, or was refused one. */
  const served = new Map<string, number>();
  return {
    name: 'demo.trade',
    everyMs: EVERY_MS,
    run: async () => {
      for (const { steamid, trades } of DEMO_PEOPLE) {
        const id = trades === true ? await playerIdOf(deps.db, steamid) : null;
        if (id === null) continue;
        const actor = await actorOf(deps.db, id);
        // Before anyone signs in, so that no page shows what was missing.
        if (!prepared.has(id)) await tried(deps, () => prepare(execute, actor, steamid));
        prepared.add(id);
        if (!actor.ageConfirmed) continue;
        const [session] = await ownSessions(deps.db, id, '', deps.clock.now(), 1);
        if (session === undefined || (served.get(id) ?? 0) >= session.createdAt) continue;
        served.set(id, session.createdAt);
        const { orders } = await execute(listTradeOrders, actor, {});
        if ((orders[0]?.createdAt ?? 0) < session.createdAt) return tried(deps, () => order(deps, execute, actor));
      }
      return 0;
    },
  };
}

/** What a deposit needs: a trade link, and an answer to the question before a first deposit. This person stands for one who has deposited before. */
async function prepare(execute: Runner['execute'], actor: Actor, steamid: string): Promise<void> {
  const { user } = await execute(getUser, actor, {});
  if (user.tradeToken === '')
    await execute(setTradeLink, actor, { tradeLink: tradeLinkOf(steamid, simulatedToken(steamid)) });
  const { limitsAnswered } = await execute(getProtection, actor, {});
  if (!limitsAnswered) await execute(answerLimitQuestion, actor, { answer: 'NONE' });
}

/** Orders a deposit of the least valuable accepted items that reach the minimum. */
async function order(deps: Deps, execute: Runner['execute'], actor: Actor): Promise<void> {
  const settings = await readSettings(deps.db, SITE_SETTINGS);
  const least = settings['deposit.mindepCents'];
  // Its items can be staked and withdrawn at once.
  const appId = steamStakeApp(settings) ?? settings['global.appid'];
  const { items } = await execute(steamInventory, actor, { appId, contextId: 2 });
  const accepted = items.filter(({ doubt, enough }) => doubt === null && !enough);
  const chosen: typeof accepted = [];
  for (const item of accepted.toSorted((a, b) => a.priceUsd - b.priceUsd)) {
    if (sumCents(chosen.map(({ priceUsd }) => centsFromUsd(priceUsd))) >= least) break;
    chosen.push(item);
  }
  const steamItems = chosen.map(({ assetid, contextid }) => ({ assetid, contextid, appid: appId }));
  await execute(depositBySteam, actor, { steamItems, convertToBalance: false });
}

/** The simulated Steam derives the token of a new account's trade link in the same way. */
function simulatedToken(steamid: string): string {
  return createHash('sha256').update(`trade link|${steamid}`).digest('base64url').slice(0, 8);
}

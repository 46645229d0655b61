/** The demo as a feature: play money, its initial people, and the bots at its tables. Live has none of it: no calls, no sweeps, no greeting. */
import { getDemoItems } from '@fairpot/contract/demo/schemas';
import { demoGrant, loadCatalogue } from '@fairpot/contract/system/schemas';
import type { WelcomePlayer } from '../accounts/commands.ts';
import type { Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, type Feature } from '../platform/runner/feature.ts';
import { battleBotSweep } from './battle-bots.ts';
import { botSweep } from './bots.ts';
import { giveItems } from './give-items.ts';
import { grant, takeCatalogue } from './grants.ts';
import { WELCOME_CENTS, welcomeInventory } from './inventories.ts';
import { jackpotBotSweep } from './jackpot-bots.ts';
import { pendingTradeSweep } from './pending-trade.ts';
import { pastSweep } from './past.ts';

export function demoFeature(deps: Deps, execute: Runner['execute']): Feature {
  if (deps.config.mode !== 'demo') return { name: 'demo', bindings: [] };
  return {
    name: 'demo',
    bindings: [
      onCommand(loadCatalogue, takeCatalogue),
      onCommand(demoGrant, (ctx, input) => grant(deps, ctx, input)),
      onCommand(getDemoItems, giveItems(deps)),
    ],
    sweeps: [
      botSweep(deps, execute),
      jackpotBotSweep(deps, execute),
      battleBotSweep(deps, execute),
      pastSweep(deps, execute),
      pendingTradeSweep(deps, execute),
    ],
  };
}

/** Gifts for a new account in the demo, so that it can play at once; none in live. */
export function demoGreeting(deps: Deps): WelcomePlayer {
  return async (tx, player, now) => {
    if (deps.config.mode !== 'demo') return;
    await grant(
      deps,
      { tx, now },
      {
        playerId: player.id,
        origin: 'demo:welcome',
        cents: WELCOME_CENTS,
        items: welcomeInventory(player.steamid),
      },
    );
  };
}

/**
 * Builds the demo world through the runner's system calls: catalogue, cases, people, personas and what they own. main.ts calls it before the site
 * opens. Each step is idempotent, so an interrupted start is simply repeated.
 */
import { createHash } from 'node:crypto';
import { CASES, type CatalogueCase } from '@fairpot/catalogue/cases';
import { publishCase } from '@fairpot/contract/casebattle/cases/schemas';
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { seedMarket, importItemTypes } from '@fairpot/contract/market/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { addPlayer, demoGrant, loadCatalogue } from '@fairpot/contract/system/schemas';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { Deps } from '../platform/process/deps.ts';
import { replaceSetting } from '../platform/runner/settings.ts';
import { ACCOUNT_CENTS, seedInventory } from './inventories.ts';
import { demoStock } from './market-stock.ts';
import { DEMO_PEOPLE, PERSONAS, type DemoPerson } from './people.ts';

/** Play money is credited soon: the demo's prices hardly move. */
const CREDIT_WAIT_MS = 5_000;

/** Does nothing in live. */
export async function loadDemoWorld(deps: Deps, execute: Runner['execute']): Promise<void> {
  if (deps.config.mode !== 'demo') return;
  await execute(loadCatalogue, SYSTEM, {});
  await execute(importItemTypes, SYSTEM, {});
  await execute(seedMarket, SYSTEM, demoStock());
  for (const each of CASES) await publish(execute, each);
  // Every game is accepted (decision 0101). A setting changed by staff stays.
  for (const { appId } of MARKET_GAMES)
    await replaceSetting(deps.db, `deposit.accepts.${appId}`, true, 0, deps.clock.now());
  await replaceSetting(deps.db, 'deposit.creditWaitMs', CREDIT_WAIT_MS, 0, deps.clock.now());
  await replaceSetting(deps.db, 'trade.accountCents', ACCOUNT_CENTS, 0, deps.clock.now());
  let fresh = 0;
  for (const person of [...DEMO_PEOPLE, ...PERSONAS]) fresh += await settle(execute, person);
  if (fresh > 0) deps.log.info({ people: fresh }, 'demo world loaded');
}

/** Publishes a case of the catalogue, unless it was published before: changes by staff stay. */
async function publish(
  execute: Runner['execute'],
  { id, name, colorHex, priceCents, items }: CatalogueCase,
): Promise<void> {
  await execute(publishCase, SYSTEM, {
    caseId: id,
    name,
    colorHex,
    priceUsd: usd(cents(priceCents)),
    onlyNew: true,
    items: items.map(({ slug, weight }) => ({ itemId: slug, weight })),
  });
}

/** Adds one person with their first things; returns 1 if they are new. */
async function settle(execute: Runner['execute'], person: DemoPerson): Promise<number> {
  const { playerId, created } = await execute(addPlayer, SYSTEM, {
    steamid: person.steamid,
    name: person.name,
    avatarHash: pictureOf(person.steamid),
    status: person.status,
    isFake: person.isFake,
    // The person who uses a demo account confirms their age; a persona is confirmed here.
    ageConfirmed: person.isFake,
  });
  await execute(demoGrant, SYSTEM, {
    playerId,
    origin: 'demo:seed',
    cents: person.cents,
    items: seedInventory(person.steamid, person.items, person.isFake),
  });
  return created ? 1 : 0;
}

/** The simulated provider uses the same names for pictures, so a profile read later changes nothing. */
function pictureOf(steamid: string): string {
  return createHash('sha1').update(`avatar|${steamid}`).digest('hex');
}

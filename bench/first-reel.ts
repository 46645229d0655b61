/**
 * `npx tsx bench/first-reel.ts`: from the last seat of a battle to its first reel, in a demo at its own pace. A player opens battles, bots take the other
 * seat, and a socket notes when the result arrives. Prints the median and the greatest of each part. The wait for the beacon belongs to the protocol;
 * a limit stands for the rest.
 *
 * Options: --battles 20
 */
import { parseArgs } from 'node:util';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { Player } from '../e2e/lib/player.ts';
import { Site } from '../e2e/lib/site.ts';
import { load, median, say } from './lib/figures.ts';
import { watch } from './lib/spectator.ts';

const { values: given } = parseArgs({ options: { battles: { type: 'string', default: '20' } } });
/** Not a part of the beacon's three seconds, so that locks fall on different instants of its period. */
const APART_MS = 2_170;
/** Has a balance in the demo. */
const ROOKBOLT = '76561198000000101';

/** Of one battle, epoch ms. */
interface Times {
  readonly lockedAt: number;
  readonly dueAt: number;
  readonly revealedAt: number;
  readonly arrivedAt: number;
  readonly startsAt: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  const site = await Site.start();
  try {
    const arrivals = new Map<string, number>();
    const spectator = await watch(Number(new URL(site.origin).port), 'casebattle', (fact) => {
      const [, id] = /"type":"casebattle\.settled".*?"id":"(rnd_\w+)"|$/.exec(fact) ?? [];
      if (id !== undefined) arrivals.set(id, Date.now());
    });
    const player = new Player(site.origin, 'rookbolt');
    await player.signUp(ROOKBOLT);
    const caseId = await cheapestCase(player);
    say(`load ${load()}`);
    const ids: string[] = [];
    for (let n = 0; n < Number(given.battles); n++) {
      ids.push(await startBattle(player, caseId));
      await pause(APART_MS);
    }
    const times = [];
    for (const id of ids) times.push(await timesOf(player, id, arrivals));
    spectator.close();
    printAll(times);
  } finally {
    await site.stop();
  }
}

async function cheapestCase(player: Player): Promise<string> {
  const { response } = await player.get<Case[]>('/cases/list');
  const [cheapest] = [...(response ?? [])].sort((a, b) => a.priceUsd - b.priceUsd);
  if (cheapest === undefined) throw new Error('the site has no cases');
  return cheapest.id;
}

async function startBattle(player: Player, caseId: string): Promise<string> {
  const created = await player.post<{ gameId: string }>('/casebattle/create', {
    caseIds: [caseId],
    type: 'STANDARD_2',
  });
  const gameId = created.response?.gameId;
  const called = await player.post('/casebattle/bot', { gameId });
  if (gameId === undefined || !called.ok) throw new Error(`no battle: ${created.message} ${called.message}`);
  return gameId;
}

async function timesOf(player: Player, id: string, arrivals: ReadonlyMap<string, number>): Promise<Times> {
  for (;;) {
    const { response } = await player.get<CasebattleDetails>(`/casebattle/details/${id}`);
    const { startedAt: lockedAt, dueAt, revealedAt, replay } = response ?? {};
    const arrivedAt = arrivals.get(id);
    if (lockedAt && dueAt && revealedAt && replay && arrivedAt) {
      return { lockedAt, dueAt, revealedAt, arrivedAt, startsAt: replay.startsAt };
    }
    await pause(200);
  }
}

function printAll(times: readonly Times[]): void {
  say(`${times.length} battles, load ${load()}; ms, median and greatest`);
  print('last seat to first reel', times, ({ lockedAt, startsAt }) => startsAt - lockedAt);
  print('  last seat to beacon', times, ({ lockedAt, dueAt }) => dueAt - lockedAt);
  print('  beacon to settlement', times, ({ dueAt, revealedAt }) => revealedAt - dueAt);
  print('  settlement to a viewer', times, ({ revealedAt, arrivedAt }) => arrivedAt - revealedAt);
  print('  beacon to first reel', times, ({ dueAt, startsAt }) => startsAt - dueAt);
}

function print(part: string, times: readonly Times[], length: (of: Times) => number): void {
  const lengths = times.map(length);
  say(`${part.padEnd(26)} ${Math.round(median(lengths))}  ${Math.max(...lengths)}`);
}

await main();

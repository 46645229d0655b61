/**
 * The load of stakes.ts, in a process of its own: keep-alive connections that each play one game after another (create, then join) until the time is
 * over. Reads a LoadPlan from the file named by its argument, prints a LoadResult as one line of JSON. A stake counts when its answer is 200 and says
 * success; anything else is kept and reported.
 */
import { readFileSync } from 'node:fs';
import type { LoadPlan, LoadResult } from './lib/load-process.ts';
import type { Stake } from './lib/players.ts';
import { stakeRequest } from './lib/request.ts';
import { openWire, type Wire } from './lib/wire.ts';

const MAX_TOLD = 10;

async function main(): Promise<void> {
  const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadPlan;
  const ports = Array.from({ length: plan.connections }, (_, i) => plan.ports[i % plan.ports.length] ?? 0);
  const wires = await Promise.all(ports.map(async (port) => ({ port, wire: await openWire(port) })));
  const games = plan.games.values();
  const latencies: number[] = [];
  const refused: string[] = [];
  let ranOut = false;
  const began = performance.now();
  const until = began + 1_000 * plan.seconds;

  async function stake(wire: Wire, port: number, path: string, stake: Stake, more: object): Promise<string | null> {
    const sent = performance.now();
    const answer = await wire.ask(stakeRequest(port, `${plan.game}/${path}/inventory`, stake, more));
    const gameId = /^\{"success":true,"response":\{"gameId":"(rnd_[0-9a-z]+)"\}\}$/.exec(answer.body)?.[1];
    if (answer.status === 200 && gameId !== undefined) {
      latencies.push(performance.now() - sent);
      return gameId;
    }
    if (refused.length < MAX_TOLD) refused.push(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
    return null;
  }

  async function play({ wire, port }: { wire: Wire; port: number }): Promise<void> {
    while (performance.now() < until) {
      const { value: game, done } = games.next();
      if (done) {
        ranOut = true;
        return;
      }
      const gameId = await stake(wire, port, 'create', game.creator, { side: 1 });
      if (gameId !== null) await stake(wire, port, 'join', game.joiner, { side: 2, gameId });
    }
  }

  await Promise.all(wires.map(play));
  const ms = performance.now() - began;
  for (const { wire } of wires) wire.close();
  const result: LoadResult = { accepted: latencies.length, ms, latencies, refused, ranOut };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

await main();

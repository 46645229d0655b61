/**
 * The load of jackpot.ts, in a process of its own: keep-alive connections that send planned joins to the open round, each its next when the last is
 * answered. Reads a JoinPlan from the file named by its argument, prints a JoinResult as one line of JSON.
 */
import { readFileSync } from 'node:fs';
import type { Stake } from './lib/players.ts';
import { stakeRequest } from './lib/request.ts';
import { openWire } from './lib/wire.ts';

export interface JoinPlan {
  readonly ports: readonly number[];
  readonly connections: number;
  readonly joins: readonly Stake[];
}

export interface JoinResult {
  readonly accepted: number;
  /** From the first request to the last answer. */
  readonly ms: number;
  /** Of each accepted join, in ms. */
  readonly latencies: readonly number[];
  /** The joined rounds. */
  readonly rounds: readonly string[];
  /** Some of the unsuccessful answers. */
  readonly refused: readonly string[];
}

const MAX_TOLD = 10;
const SUCCESS = /^\{"success":true,"response":\{"gameId":"(rnd_[0-9a-z]+)","entryNo":\d+\}\}$/;

async function main(): Promise<void> {
  const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as JoinPlan;
  const ports = Array.from({ length: plan.connections }, (_, i) => plan.ports[i % plan.ports.length] ?? 0);
  const wires = await Promise.all(ports.map(async (port) => ({ port, wire: await openWire(port) })));
  const joins = plan.joins.values();
  const latencies: number[] = [];
  const refused: string[] = [];
  const rounds = new Set<string>();
  const began = performance.now();
  await Promise.all(
    wires.map(async ({ wire, port }) => {
      for (const join of joins) {
        const sent = performance.now();
        const answer = await wire.ask(stakeRequest(port, 'jackpot/join/inventory', join, {}));
        const gameId = SUCCESS.exec(answer.body)?.[1];
        if (answer.status === 200 && gameId !== undefined) {
          latencies.push(performance.now() - sent);
          rounds.add(gameId);
        } else if (refused.length < MAX_TOLD) refused.push(`${answer.status} ${answer.body.slice(0, 200)}`);
      }
    }),
  );
  const ms = performance.now() - began;
  for (const { wire } of wires) wire.close();
  const result: JoinResult = { accepted: latencies.length, ms, latencies, rounds: [...rounds], refused };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

await main();

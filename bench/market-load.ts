/**
 * The load of market.ts, in a process of its own: keep-alive connections that send planned orders, each its next when the last is answered. Reads an
 * OrderPlan from the file named by its argument, prints an OrderResult as one line of JSON.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openWire } from './lib/wire.ts';

export interface OrderPlan {
  readonly port: number;
  readonly connections: number;
  /** `totalUsd`: the price that the page shows its player. */
  readonly orders: readonly { readonly id: string; readonly cookie: string; readonly totalUsd: number }[];
}

export interface OrderResult {
  readonly accepted: number;
  /** From the first request to the last answer. */
  readonly ms: number;
  /** Of each accepted order, in ms. */
  readonly latencies: readonly number[];
  /** Some of the unsuccessful answers. */
  readonly refused: readonly string[];
}

const MAX_TOLD = 10;

function request(port: number, { id, cookie, totalUsd }: OrderPlan['orders'][number]): string {
  const body = JSON.stringify({ itemIds: [id], totalUsd });
  return (
    `POST /api/market/buy/balance HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: http://127.0.0.1:${port}\r\n` +
    `sec-fetch-site: same-origin\r\ncookie: ${cookie}\r\nidempotency-key: ${randomUUID()}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

async function main(): Promise<void> {
  const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as OrderPlan;
  const wires = await Promise.all(Array.from({ length: plan.connections }, () => openWire(plan.port)));
  const orders = plan.orders.values();
  const latencies: number[] = [];
  const refused: string[] = [];
  const began = performance.now();
  await Promise.all(
    wires.map(async (wire) => {
      for (const order of orders) {
        const sent = performance.now();
        const { status, body } = await wire.ask(request(plan.port, order));
        if (status === 200 && body.startsWith('{"success":true,')) latencies.push(performance.now() - sent);
        else if (refused.length < MAX_TOLD) refused.push(`${status} ${body.slice(0, 200)}`);
      }
    }),
  );
  const ms = performance.now() - began;
  for (const wire of wires) wire.close();
  const result: OrderResult = { accepted: latencies.length, ms, latencies, refused };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

await main();

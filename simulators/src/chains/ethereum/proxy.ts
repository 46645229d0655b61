/**
 * The node as a public service offers it: a proxy that forwards everything to the local node, with faults. A fault affects single answers: busy,
 * broken, hanging, not JSON, behind by some blocks, without the logs of a block.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FaultBoard } from '../../kit/faults.ts';
import { bodyText, hang } from '../../kit/service.ts';

interface ProxyDeps {
  /** Address of the local node. */
  readonly rpcUrl: string;
  readonly faults: FaultBoard;
}

const Call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
type Call = z.infer<typeof Call>;
const Hex = z.string().regex(/^0x[0-9a-f]+$/);
const Numbered = z.looseObject({ blockNumber: Hex });
const TAGS = ['latest', 'pending', 'safe', 'finalized'];

export function ethereumRoutes(app: FastifyInstance, { rpcUrl, faults }: ProxyDeps): void {
  app.post('/', async (request, reply) => {
    const failed = await outage(faults, reply);
    if (failed !== null) return failed;
    const body = bodyText(request);
    const call = Call.safeParse(parsed(body));
    reply.type('application/json');
    if (!call.success) return handOn(rpcUrl, body);
    if (call.data.method === 'eth_getLogs' && faults.take('ethereum', 'no-logs') !== null) return answer(call.data, []);
    const lag = faults.take('ethereum', 'lag')?.blocks ?? 0;
    return lag === 0 ? handOn(rpcUrl, body) : behind(rpcUrl, call.data, lag);
  });
}

/** A node's answer when it lacks the last `lag` blocks. */
async function behind(rpcUrl: string, call: Call, lag: number): Promise<unknown> {
  const newest = Number(await asked(rpcUrl, 'eth_blockNumber')) - lag;
  if (call.method === 'eth_blockNumber') return answer(call, hex(newest));
  const [first] = call.params;
  if (call.method === 'eth_getBlockByNumber' && typeof first === 'string') {
    const number = TAGS.includes(first)
      ? first === 'finalized' || first === 'safe'
        ? Number(Numbered.shape.blockNumber.parse(await numberOf(rpcUrl, first))) - lag
        : newest
      : Number(first);
    if (number > newest || number < 0) return answer(call, null);
    return answer(call, await asked(rpcUrl, call.method, [hex(number), call.params[1] ?? false]));
  }
  const result = await asked(rpcUrl, call.method, call.params);
  const placed = Numbered.safeParse(result);
  return answer(call, placed.success && Number(placed.data.blockNumber) > newest ? null : result);
}

async function numberOf(rpcUrl: string, tag: string): Promise<unknown> {
  const block = z.looseObject({ number: Hex }).parse(await asked(rpcUrl, 'eth_getBlockByNumber', [tag, false]));
  return block.number;
}

function answer({ id }: Call, result: unknown) {
  return { jsonrpc: '2.0', id, result };
}

async function asked(rpcUrl: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const text = await handOn(rpcUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return z.object({ result: z.unknown() }).parse(JSON.parse(text)).result;
}

async function handOn(rpcUrl: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(rpcUrl, { method: 'POST', headers, body })).text();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the node reports its own error
  }
}

function hex(n: number): string {
  return `0x${n.toString(16)}`;
}

async function outage(faults: FaultBoard, reply: FastifyReply): Promise<FastifyReply | null> {
  if (faults.take('ethereum', 'hang') !== null) return hang(reply);
  if (faults.take('ethereum', '429') !== null) return reply.code(429).send('Too Many Requests');
  if (faults.take('ethereum', '500') !== null) return reply.code(500).send('Internal Server Error');
  if (faults.take('ethereum', '503') !== null) return reply.code(503).send('Service Unavailable');
  if (faults.take('ethereum', 'html') !== null)
    return reply.type('text/html').send('<html><body>Just a moment</body></html>');
  const slow = faults.take('ethereum', 'slow');
  if (slow !== null) await delay(slow.ms);
  return null;
}

/**
 * One EOS/Vaulta node's chain API (the two calls the site uses), with parameters in an untyped JSON body. Two of these run over one chain; each has
 * its own faults, because a caller that asks two nodes must be tested with nodes that differ.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BaseClock } from '../kit/clock.ts';
import type { FaultBoard } from '../kit/faults.ts';
import { bodyText, hang } from '../kit/service.ts';
import { EOS_LIB_DISTANCE, type EosBlock, type EosChain } from './chain.ts';

interface Deps {
  readonly endpoint: 'eos1' | 'eos2';
  readonly chain: EosChain;
  readonly clock: BaseClock;
  readonly faults: FaultBoard;
}

const Asked = z.object({ block_num: z.coerce.string().regex(/^\d{1,10}$/) });

export function eosRoutes(app: FastifyInstance, deps: Deps): void {
  const { endpoint, faults } = deps;
  app.addHook('onRequest', async (_request, reply) => {
    if (faults.take(endpoint, '503') !== null) return reply.code(503).type('text/html').send('<h1>503</h1>');
    if (faults.take(endpoint, 'hang') !== null) return hang(reply);
    const oversize = faults.take(endpoint, 'oversize');
    if (oversize !== null) return reply.type('application/json').send(`"${'x'.repeat(oversize.bytes)}"`);
  });
  app.get('/v1/chain/get_info', async () => info(deps));
  app.post('/v1/chain/get_block_info', async (request, reply) => answer(deps, request, reply));
}

function info({ endpoint, chain, clock, faults }: Deps) {
  const lag = faults.take(endpoint, 'lag')?.blocks ?? 0;
  const head = chain.block(Math.max(1, chain.headAt(clock.now()) - lag));
  const lib = chain.block(Math.max(1, head.num - EOS_LIB_DISTANCE));
  const foreign = faults.take(endpoint, 'wrong-chain-id') !== null;
  return {
    server_version: '51d05a8e',
    chain_id: foreign ? 'f'.repeat(64) : chain.chainId,
    head_block_num: head.num,
    last_irreversible_block_num: lib.num,
    last_irreversible_block_id: lib.id,
    head_block_id: head.id,
    head_block_time: wireTime(head.timeMs),
    head_block_producer: head.producer,
    virtual_block_cpu_limit: 200_000_000,
    virtual_block_net_limit: 1_048_576_000,
    block_cpu_limit: 200_000,
    block_net_limit: 1_048_576,
    server_version_string: 'simulated',
    fork_db_head_block_num: head.num,
    fork_db_head_block_id: head.id,
    server_full_version_string: 'simulated',
    total_cpu_weight: '0',
    total_net_weight: '0',
    earliest_available_block_num: 1,
    last_irreversible_block_time: wireTime(lib.timeMs),
  };
}

/** One block by its number; the node's own error shape when it has none. */
function answer(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint, chain, clock, faults } = deps;
  const num = readNumber(request);
  if (num === null) return fail(reply, 'Invalid Request', 3_200_006, 'invalid_http_request', 'invalid http request');
  const lag = faults.take(endpoint, 'lag')?.blocks ?? 0;
  const due = num >= 1 && num <= chain.headAt(clock.now()) - lag;
  if (!due || hits(deps, 'gap', num) !== null) {
    return fail(reply, 'Unknown Block', 3_100_002, 'unknown_block_exception', 'Unknown block');
  }
  const id = servedId(deps, num);
  const shift = hits(deps, 'shifted-time', num)?.ms ?? 0;
  const block = chain.block(num);
  return wireHeader({ ...block, timeMs: block.timeMs + shift }, id);
}

/** The id, unless a fault requests the fork's (same number, other hash) or one that does not begin with the number. */
function servedId(deps: Deps, num: number): string {
  if (hits(deps, 'disagreement', num) !== null) return deps.chain.forkId(num);
  if (hits(deps, 'tampered-id', num) !== null) return deps.chain.forkId(num + 1);
  return deps.chain.id(num);
}

/** The fault's parameters if it is on for this block, else null. Checking another block's fault does not use it up. */
function hits<F extends 'gap' | 'disagreement' | 'tampered-id' | 'shifted-time'>(
  { endpoint, faults }: Deps,
  fault: F,
  num: number,
) {
  const active = faults.list().find((one) => one.service === endpoint && one.fault === fault);
  const only = active?.params['block'] ?? 0;
  if (active === undefined || (only !== 0 && only !== num)) return null;
  return faults.take(endpoint, fault);
}

function wireHeader(block: EosBlock, id: string) {
  return {
    block_num: block.num,
    ref_block_num: block.num & 0xffff,
    id,
    timestamp: wireTime(block.timeMs),
    producer: block.producer,
    confirmed: 0,
    previous: block.previous,
    transaction_mroot: '0'.repeat(64),
    action_mroot: block.actionMroot,
    schedule_version: 2_147_483_648,
    producer_signature: 'SIG_K1_111111111111111111111111111111111111111111111111111111111111111116uk5ne',
    ref_block_prefix: Buffer.from(id, 'hex').readUInt32LE(8),
  };
}

function fail(reply: FastifyReply, message: string, inner: number, name: string, what: string) {
  reply.code(400);
  return { code: 400, message, error: { code: inner, name, what, details: [] } };
}

/** The number that the body asks for; null for any other body. */
function readNumber(request: FastifyRequest): number | null {
  try {
    return Number(Asked.parse(JSON.parse(bodyText(request))).block_num);
  } catch {
    return null;
  }
}

/** The chain's own time format: no zone, three decimals. */
function wireTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, -1);
}

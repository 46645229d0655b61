/** The two calls of an EOS node that are used: the chain state and a block header. Nothing is trusted yet. */
import { z } from 'zod';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';
import type { EosFault, EosTrouble } from './eos-answer.ts';

export interface EosSources {
  /** Origins of the nodes, without trailing slashes; at least two, on different machines. */
  readonly bases: readonly string[];
  /** The chain's id, pinned: hex of 32 bytes. */
  readonly chainId: string;
  /** Deadline of each call; 4 s by default. */
  readonly timeoutMs?: number;
}

export interface NodeInfo {
  readonly head: number;
  /** Epoch ms. */
  readonly headTime: number;
  /** The last block that can no longer change. */
  readonly irreversible: number;
}

export interface NodeBlock {
  readonly id: string;
}

/** A node's answer, or what is wrong with it. */
export type EosNodeResult<T> = { readonly kind: 'answer'; readonly base: string; readonly value: T } | EosTrouble;

const TIMEOUT_MS = 4_000;
const MAX_BYTES = 16 * 1024;

const BlockNumber = z.number().int().min(0).max(0xffff_ffff);
const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);
/** The chain writes UTC without a zone: '2026-03-01T12:00:00.500'. */
const ChainTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?$/)
  .transform((text) => Date.parse(`${text}Z`))
  .refine(Number.isSafeInteger);

const Info = z.object({
  chain_id: Hex32,
  head_block_num: BlockNumber,
  head_block_time: ChainTime,
  last_irreversible_block_num: BlockNumber,
});
const Block = z.object({ block_num: BlockNumber, id: Hex32 });
const Unknown = z.object({ error: z.object({ name: z.literal('unknown_block_exception') }) });

/** GET `get_info`: the node's chain state, if it is on the pinned chain. */
export async function fetchNodeInfo(
  sources: EosSources,
  base: string,
  signal: AbortSignal,
): Promise<EosNodeResult<NodeInfo>> {
  const answer = await callNode(sources, base, 'get_info', null, signal);
  if (answer.kind === 'unusable') return answer;
  const parsed = Info.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success)
    return makeTrouble('unreachable', base, `status ${answer.status} to get_info`);
  const info = parsed.data;
  if (info.chain_id !== sources.chainId) return makeTrouble('foreign-chain', base, `it serves chain ${info.chain_id}`);
  const { head_block_num: head, head_block_time: headTime, last_irreversible_block_num: irreversible } = info;
  return { kind: 'answer', base, value: { head, headTime, irreversible } };
}

/** POST `get_block_info` for a block that the node reports as final. */
export async function fetchNodeBlock(
  sources: EosSources,
  base: string,
  block: number,
  signal: AbortSignal,
): Promise<EosNodeResult<NodeBlock>> {
  const answer = await callNode(sources, base, 'get_block_info', { block_num: block }, signal);
  if (answer.kind === 'unusable') return answer;
  if (Unknown.safeParse(answer.body).success) return makeTrouble('gap', base, `it has no block ${block}`);
  const parsed = Block.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) {
    return makeTrouble('unreachable', base, `status ${answer.status} for block ${block}`);
  }
  const { id, block_num: number } = parsed.data;
  if (number !== block || Number.parseInt(id.slice(0, 8), 16) !== block) {
    return makeTrouble('tampered', base, `for block ${block} it returned number ${number} and id ${id}`);
  }
  return { kind: 'answer', base, value: { id } };
}

type EosHttpAnswer = { readonly kind: 'answered'; readonly status: number; readonly body: unknown } | EosTrouble;

async function callNode(
  sources: EosSources,
  base: string,
  call: string,
  body: object | null,
  signal: AbortSignal,
): Promise<EosHttpAnswer> {
  const answer = await boundedFetch(`${base}/v1/chain/${call}`, {
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST' as const, body: JSON.stringify(body) }),
    timeoutMs: sources.timeoutMs ?? TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  if (answer.kind === 'failed') return makeTrouble('unreachable', base, answer.why);
  return { kind: 'answered', status: answer.status, body: parseJson(answer.body) };
}

/** Describes what is wrong with one node. */
export function makeTrouble(fault: EosFault, base: string, why: string): EosTrouble {
  return { kind: 'unusable', fault, why: `${base}: ${why}` };
}

/** HTTP requests to a chain's node, for the processes that watch and sign: limited in time and size, parsed. */
import type { z } from 'zod';
import { boundedFetch, parseJson, type BoundedRequest } from './bounded-fetch.ts';

export interface ChainNode {
  /** Without a trailing slash. */
  readonly base: string;
  readonly timeoutMs: number;
  /** The longest answer; 32 MiB by default, because blocks of a busy chain take megabytes. */
  readonly maxBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** The node is down, too busy, or answers nonsense. Nothing may be concluded from it; it is asked again. */
export class NodeUnavailable extends Error {
  override readonly name = 'NodeUnavailable';
}

/** Returns the body of an answer with one of these statuses. */
export async function fetchText(
  { base, timeoutMs, maxBytes = MAX_BYTES, ...node }: ChainNode,
  path: string,
  request: Pick<BoundedRequest, 'method' | 'body'> & { readonly statuses?: readonly number[] } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const { statuses = [200], ...rest } = request;
  const headers = { accept: 'application/json, text/plain', ...node.headers };
  const answer = await boundedFetch(base + path, { ...rest, headers, timeoutMs, maxBytes });
  if (answer.kind === 'failed') throw new NodeUnavailable(answer.why);
  if (!statuses.includes(answer.status)) throw new NodeUnavailable(`status ${answer.status} for ${path}`);
  return { status: answer.status, text: answer.body };
}

/** Parses the answer as JSON of this shape. With a body, the request is a POST. */
export async function fetchJson<T>(node: ChainNode, path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
  const request = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) };
  const { text } = await fetchText(node, path, request);
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw new NodeUnavailable(`unexpected shape for ${path}`);
  return parsed.data;
}

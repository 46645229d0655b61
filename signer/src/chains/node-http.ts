/** HTTP requests to a node: limited in time and size, parsed. Every failure is a NodeUnavailable. */
import { boundedFetch, parseJson } from '@fairpot/server/gateways/bounded-fetch';
import type { z } from 'zod';
import { NodeUnavailable } from '../chain.ts';

const MAX_BYTES = 4 * 1024 * 1024;

export interface SignerNode {
  /** Without a trailing slash. */
  readonly base: string;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly statuses?: readonly number[];
}

/** Returns the body of an answer with one of these statuses. */
export async function fetchText(node: SignerNode, path: string, { statuses = [200], ...rest }: RequestOptions = {}) {
  const headers = { accept: 'application/json, text/plain', ...node.headers };
  const { timeoutMs } = node;
  const answer = await boundedFetch(node.base + path, { ...rest, headers, timeoutMs, maxBytes: MAX_BYTES });
  if (answer.kind === 'failed') throw new NodeUnavailable(answer.why);
  if (!statuses.includes(answer.status)) throw new NodeUnavailable(`status ${answer.status} for ${path}`);
  return { status: answer.status, text: answer.body };
}

/** Parses the answer as JSON of this shape. With a body, the request is a POST. */
export async function fetchJson<T>(node: SignerNode, path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
  const asked: RequestOptions = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const { text } = await fetchText(node, path, asked);
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw new NodeUnavailable(`unexpected shape for ${path}`);
  return parsed.data;
}

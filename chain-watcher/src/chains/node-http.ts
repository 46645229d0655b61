/** HTTP requests to a node: limited in time and size, parsed. Every failure is a ReaderUnavailable. */
import { boundedFetch, parseJson, type BoundedRequest } from '@fairpot/server/gateways/bounded-fetch';
import type { z } from 'zod';
import { ReaderUnavailable } from '../reader.ts';

/** Blocks of a busy chain take megabytes. */
const MAX_BYTES = 32 * 1024 * 1024;

export interface WatcherNode {
  /** Without a trailing slash. */
  readonly base: string;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the body of an answer with one of these statuses. */
export async function fetchText(
  node: WatcherNode,
  path: string,
  request: Pick<BoundedRequest, 'method' | 'body'> & { readonly statuses?: readonly number[] } = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const { statuses = [200], ...rest } = request;
  const headers = { accept: 'application/json, text/plain', ...node.headers };
  const answer = await boundedFetch(node.base + path, {
    ...rest,
    headers,
    timeoutMs: node.timeoutMs,
    maxBytes: MAX_BYTES,
  });
  if (answer.kind === 'failed') throw new ReaderUnavailable(answer.why);
  if (!statuses.includes(answer.status)) throw new ReaderUnavailable(`status ${answer.status} for ${path}`);
  return { status: answer.status, text: answer.body };
}

/** Parses the answer as JSON of this shape. */
export async function fetchJson<T>(node: WatcherNode, path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
  const request = body === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(body) };
  const { text } = await fetchText(node, path, request);
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw new ReaderUnavailable(`unexpected shape for ${path}`);
  return parsed.data;
}

/** One question to a node over HTTP: bounded in time and size, parsed, and an Unavailable for everything else. */
import { boundedFetch, parseJson } from '@fairpot/server/gateways/bounded-fetch';
import type { z } from 'zod';
import { Unavailable } from '../chain.ts';

const MAX_BYTES = 4 * 1024 * 1024;

export interface Node {
  /** Without a slash at its end. */
  readonly base: string;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly statuses?: readonly number[];
}

/** The text of an answer with one of these statuses. */
export async function askText(node: Node, path: string, { statuses = [200], ...rest }: Asked = {}) {
  const headers = { accept: 'application/json, text/plain', ...node.headers };
  const { timeoutMs } = node;
  const answer = await boundedFetch(node.base + path, { ...rest, headers, timeoutMs, maxBytes: MAX_BYTES });
  if (answer.kind === 'failed') throw new Unavailable(answer.why);
  if (!statuses.includes(answer.status)) throw new Unavailable(`status ${answer.status} for ${path}`);
  return { status: answer.status, text: answer.body };
}

/** The answer as JSON of this shape; with a body it is posted. */
export async function askJson<T>(node: Node, path: string, shape: z.ZodType<T>, body?: object): Promise<T> {
  const asked: Asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const { text } = await askText(node, path, asked);
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw new Unavailable(`another shape for ${path}`);
  return parsed.data;
}

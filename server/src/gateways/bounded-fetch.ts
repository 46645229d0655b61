/**
 * The only way adapters call external services: no redirects, a deadline, a size limit, and failures as values. The result is text of
 * bounded size that nothing has validated yet.
 */

export interface BoundedRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Deadline for the whole exchange, including the body. */
  readonly timeoutMs: number;
  /** A longer body is a failure and is not truncated: half an answer is useless. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export type BoundedAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'failed'; readonly why: string };

/** Calls `url` and reads the whole answer. Never throws because of the network or the server. */
export async function boundedFetch(url: string, request: BoundedRequest): Promise<BoundedAnswer> {
  const deadline = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
  try {
    const response = await fetch(url, {
      method: request.method ?? 'GET',
      redirect: 'error',
      headers: { ...request.headers },
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const body = await readWhole(response, request.maxBytes);
    if (body === null) return { kind: 'failed', why: `the answer exceeds ${request.maxBytes} bytes` };
    return { kind: 'answered', status: response.status, body };
  } catch (error) {
    return { kind: 'failed', why: deadline.aborted ? `no answer in ${request.timeoutMs} ms` : reason(error) };
  }
}

/** The body as text, or null if it exceeds `maxBytes`; the rest stays unread. */
async function readWhole(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** fetch itself only says that it failed; its cause distinguishes a refused connection from a broken one. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}

/** The parsed JSON, or undefined if the text is not JSON (JSON itself has no undefined). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: an error page or a truncated answer. The caller decides what that means.
    return undefined;
  }
}

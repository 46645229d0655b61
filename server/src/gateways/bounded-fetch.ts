/**
 * The one way adapters call the outside world: no redirects, a deadline, a limit on the body, and a failure that is a
 * value. What comes back is text of bounded size; nothing is believed about it here.
 */

export interface BoundedRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The whole exchange, body included, must be over by then. */
  readonly timeoutMs: number;
  /** A longer body is a failure, not cut off: half an answer is no answer. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export type BoundedAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'failed'; readonly why: string };

/** Calls `url` and reads the answer whole. Never throws for what the network or the other side does. */
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
    if (body === null) return { kind: 'failed', why: `the answer is longer than ${request.maxBytes} bytes` };
    return { kind: 'answered', status: response.status, body };
  } catch (error) {
    return { kind: 'failed', why: deadline.aborted ? `no answer in ${request.timeoutMs} ms` : reason(error) };
  }
}

/** The body as text, or null when it is longer than `maxBytes`; the rest is then left unread. */
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

/** The cause is what tells a refused connection from a broken one; fetch itself only says that it failed. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}

/** The text as JSON, or undefined when it is none (JSON itself has no undefined). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: an error page, or an answer cut short. The caller says what that means.
    return undefined;
  }
}

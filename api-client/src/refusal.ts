/** A failed call, whether the site, a proxy or the network failed it. */
import { refusalOfWire, type RefusalCode } from '@fairpot/contract/wire/refusals';

interface RefusalParts {
  readonly code?: RefusalCode | undefined;
  readonly text: string;
  readonly details?: Readonly<Record<string, string | number>>;
  readonly status: number;
  readonly requestId?: string;
  readonly retryAfterMs?: number | null;
}

export class FairpotRefusal extends Error {
  /** Undefined if the answer is not the site's: no answer, or a proxy's. */
  readonly code: RefusalCode | undefined;
  readonly details: Readonly<Record<string, string | number>>;
  /** HTTP status; 0 if no answer came, so a command may have run. */
  readonly status: number;
  readonly requestId: string;
  /** When the site accepts the next try, if it says so. */
  readonly retryAfterMs: number | null;

  constructor({ code, text, details = {}, status, requestId = '', retryAfterMs = null }: RefusalParts) {
    super(text);
    this.name = 'FairpotRefusal';
    this.code = code;
    this.details = details;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** The same call may succeed a moment later. A command is repeated under its idempotency key, so it has one effect. */
  get isTemporary(): boolean {
    return [0, 408, 429, 502, 503, 504].includes(this.status) || this.code === 'KEY_IN_FLIGHT';
  }
}

/** The refusal of an answer that is not a success. */
export function refusalOf(status: number, answer: unknown, retryAfter: string | null): FairpotRefusal {
  const { message, text, details, requestId } = (answer ?? {}) as Partial<Record<string, unknown>>;
  const seconds = Number(retryAfter ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null;
  if (typeof message !== 'string') return new FairpotRefusal({ text: `HTTP status ${status}`, status, retryAfterMs });
  return new FairpotRefusal({
    code: refusalOfWire(message),
    text: typeof text === 'string' ? text : message,
    details: (details ?? {}) as Record<string, string | number>,
    status,
    requestId: typeof requestId === 'string' ? requestId : '',
    retryAfterMs,
  });
}

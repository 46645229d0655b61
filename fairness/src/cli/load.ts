/** Input of `fairpot-verify`: files and a site's API. Every failure here is `Unusable`. */
import { readFile } from 'node:fs/promises';
import { parseVerifierKey } from '../tree/note.ts';
import type { NoteKey } from '../tree/note.ts';

/** Input that cannot be verified at all: exit status 2. */
export class UnusableInput extends Error {
  override readonly name = 'Unusable';
}

const FETCH_TIMEOUT_MS = 15_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The JSON of a file. */
export async function loadFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UnusableInput(`cannot read ${file}: ${messageOf(error)}`);
  });
  return parseJson(text, file);
}

/** The response of `GET {site}/api/fair/round/{id}`, without its envelope. */
export async function loadRound(site: URL, roundId: string): Promise<unknown> {
  const base = site.href.endsWith('/') ? site.href : `${site.href}/`;
  const url = new URL(`api/fair/round/${roundId}`, base);
  const { status, text } = await get(url);
  const body = status < 300 ? parseJson(text, url.href) : null;
  if (body === null || !isEnvelope(body))
    throw new UnusableInput(`${url.href} answered ${status}: ${text.slice(0, 200)}`);
  return body.response;
}

/** Accepts a round saved with or without its envelope. */
export function unwrap(value: unknown): unknown {
  return isEnvelope(value) ? value.response : value;
}

async function get(url: URL): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > MAX_BYTES) throw new Error(`${bytes.length} bytes is more than a round`);
    return { status: response.status, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    throw new UnusableInput(`cannot fetch ${url.href}: ${messageOf(error)}`);
  }
}

/** The JSON of a text; `from` names its source. */
export function parseJson(text: string, from: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new UnusableInput(`${from} is not JSON: ${messageOf(error)}`);
  }
}

/** The verifier key of a log. An unreadable one is not a finding about the site. */
export function openKey(text: string): NoteKey {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    throw new UnusableInput(`--log-key: ${messageOf(error)}`);
  }
}

function isEnvelope(value: unknown): value is { success: true; response: unknown } {
  return (
    typeof value === 'object' && value !== null && 'success' in value && value.success === true && 'response' in value
  );
}

/** The network's reason is in `cause`: `fetch failed` alone does not help. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

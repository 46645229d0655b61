/** What the worker fetches from its own site. Bytes come with their hash; nothing here is trusted. */
import type { BuildPins, BuildProof } from '@fairpot/fairness/checks/build-proof';
import { toHex } from '@fairpot/fairness/encoding/bytes';

export interface ServedFile {
  readonly response: Response;
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
}

/** The site gave no usable answer: it says nothing about its honesty. */
export class SiteAway extends Error {
  override readonly name = 'SiteAway';
}

/** The file at an address. `fresh`: not from the browser's cache. The answer may be an error (`response.ok`). */
export async function fetchFile(address: string, fresh = false): Promise<ServedFile> {
  const response = await fetch(address, fresh ? { cache: 'reload' } : {}).catch(away);
  const bytes = await response.arrayBuffer().catch(away);
  return { response, bytes, sha256: toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) };
}

/** The manifest that the site serves now. */
export async function fetchManifest(): Promise<string> {
  const { response, bytes } = await fetchFile('/client.json', true);
  if (!response.ok) throw new SiteAway(`client.json: ${response.status}`);
  return new TextDecoder().decode(bytes);
}

/** Null: the site says that it has not announced this build. */
export async function fetchProof(build: string): Promise<BuildProof | null> {
  return (await call(`/fair/client/proof?manifest=${build}`)) as BuildProof | null;
}

export async function fetchPins(): Promise<BuildPins> {
  const [head, witnesses] = await Promise.all([call('/fair/log/head'), call('/fair/log/witnesses')]);
  if (head === null || witnesses === null) throw new SiteAway('the log has no head yet');
  const { key } = head as { key: string };
  return { logKey: key, policy: (witnesses as { policy: string | null }).policy };
}

/** The response of a call; null for 404. */
async function call(path: string): Promise<unknown> {
  const answer = await fetch(`/api${path}`, { cache: 'no-store' }).catch(away);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new SiteAway(`${path}: ${answer.status}`);
  const body = (await answer.json().catch(away)) as { readonly response: unknown };
  return body.response;
}

function away(error: unknown): never {
  throw new SiteAway(error instanceof Error ? error.message : String(error));
}

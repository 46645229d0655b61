/** The directory over HTTP. A cell's address that the directory should not list, such as one without https in live, is never passed on. */
import { Home } from '@fairpot/contract/wire/directory.schemas';
import type { Mode } from '../../platform/process/config.ts';
import type { DirectoryAnswer, DirectoryGateway } from '../../platform/process/directory-port.ts';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';
import type { DirectorySettings } from './directory-config.ts';
import { isAddressOf } from './directory-config.ts';

/** A person waits for it at their first sign-in. */
const TIMEOUT_MS = 3_000;
const MOST_BYTES = 16 * 1024;

export function makeDirectoryGateway({ url, key }: DirectorySettings, mode: Mode): DirectoryGateway {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    claimHome: async (steamid): Promise<DirectoryAnswer<Home>> => {
      const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES };
      const body = JSON.stringify({ steamid });
      const answer = await boundedFetch(`${url}/homes`, { method: 'POST', headers, body, ...bounds });
      if (answer.kind === 'failed') return { kind: 'away', why: answer.why };
      if (answer.status !== 200) return { kind: 'away', why: `status ${answer.status}` };
      const home = Home.safeParse(parseJson(answer.body));
      if (!home.success) return { kind: 'away', why: 'not the answer of a directory' };
      if (!isAddressOf(mode, home.data.cell.origin)) return { kind: 'away', why: `a cell at ${home.data.cell.origin}` };
      return { kind: 'ok', value: home.data };
    },
  };
}

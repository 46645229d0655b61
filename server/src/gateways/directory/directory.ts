/** The directory over HTTP. A cell's address that the directory should not list, such as one without https in live, is never passed on. */
import { CellList, Home } from '@fairpot/contract/wire/directory.schemas';
import { z } from 'zod';
import type { Mode } from '../../platform/process/config.ts';
import type { DirectoryAnswer, DirectoryGateway } from '../../platform/process/directory-port.ts';
import { boundedFetch, parseJson } from '../bounded-fetch.ts';
import type { DirectorySettings } from './directory-config.ts';
import { isAddressOf } from './directory-config.ts';

/** A person waits for it at their first sign-in. */
const TIMEOUT_MS = 3_000;
const MOST_BYTES = 16 * 1024;

export function makeDirectoryGateway({ url, key }: DirectorySettings, mode: Mode): DirectoryGateway {
  const ask = async <T>(path: string, schema: z.ZodType<T>, body?: object): Promise<DirectoryAnswer<T>> => {
    const answer = await boundedFetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      ...{ timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES },
    });
    if (answer.kind === 'failed') return { kind: 'away', why: answer.why };
    if (answer.status !== 200) return { kind: 'away', why: `status ${answer.status}` };
    const read = schema.safeParse(parseJson(answer.body));
    return read.success
      ? { kind: 'ok', value: read.data }
      : { kind: 'away', why: `not the answer of a directory: ${z.prettifyError(read.error)}` };
  };
  const home = Home.refine(({ cell }) => isAddressOf(mode, cell.origin), 'a cell at an address that it cannot have');
  return {
    claimHome: (steamid) => ask('/homes', home, { steamid }),
    findHome: (steamid) => ask(`/homes/${steamid}`, home),
    listCells: () => ask('/cells', CellList),
    moveHome: (note) => ask('/homes/move', home, { note }),
  };
}

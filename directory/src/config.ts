/** The directory's settings, read once, and the file that lists its cells. */
import { readFileSync } from 'node:fs';
import { Cell } from '@fairpot/contract/wire/directory.schemas';
import { parsePolicy } from '@fairpot/fairness/tree/policy';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { isLoopback } from '@fairpot/server/platform/process/outside-urls';
import { readWorkerEnv, type WorkerSettings } from '@fairpot/server/platform/process/worker-settings';
import { z } from 'zod';

/** A cell, and the sha256 of the key by which it is known: the file holds nothing that lets its reader call as a cell. */
export type ListedCell = Cell & { readonly keySha256: string };

/** `databaseUrl`: as the owner of the directory's own database. */
export interface DirectoryConfig extends WorkerSettings {
  readonly host: string;
  readonly port: number;
  readonly cells: readonly ListedCell[];
  /** Text of the policy that names the witnesses of all logs; null: none. */
  readonly policy: string | null;
}

const ListedCell = Cell.extend({ keySha256: z.string().regex(/^[0-9a-f]{64}$/, 'is not a sha256 in hex') });

/** Throws ConfigRefused with every problem found. */
export function readDirectoryConfig(env: Readonly<Record<string, string | undefined>>): DirectoryConfig {
  const { shared, own, problems } = readWorkerEnv(env, 'DIRECTORY_DATABASE_URL', {
    DIRECTORY_HOST: z.string().min(1).default('127.0.0.1'),
    DIRECTORY_PORT: z.coerce.number().int().min(0).max(65_535).default(3400),
    DIRECTORY_CELLS: z.string().min(1),
    WITNESS_POLICY: z.string().min(1).optional(),
  });
  const cells = readCells(own.DIRECTORY_CELLS, shared.mode, problems);
  const policy = own.WITNESS_POLICY === undefined ? null : readPolicy(own.WITNESS_POLICY, problems);
  if (problems.length > 0) throw new ConfigRefused(problems);
  return { ...shared, host: own.DIRECTORY_HOST, port: own.DIRECTORY_PORT, cells, policy };
}

function readCells(file: string, mode: 'demo' | 'live', problems: string[]): readonly ListedCell[] {
  const problem = (what: string) => problems.push(`DIRECTORY_CELLS: ${what}`);
  const read = parseCells(file);
  if (typeof read === 'string') {
    problem(read);
    return [];
  }
  for (const field of ['name', 'origin', 'logKey', 'keySha256'] as const)
    if (new Set(read.map((cell) => cell[field])).size < read.length) problem(`two cells of ${file} share a ${field}`);
  for (const { name, origin, logKey } of read) {
    if (isLoopback(origin) !== (mode === 'demo') || (mode === 'live' && !origin.startsWith('https://')))
      problem(`${name}: ${mode === 'live' ? 'live requires https, and no address of' : 'a demo is on'} this machine`);
    try {
      parseVerifierKey(logKey);
    } catch (error) {
      problem(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return read;
}

/** The cells of the file, or what is wrong with it. */
function parseCells(file: string): readonly ListedCell[] | string {
  try {
    const parsed = z
      .array(ListedCell)
      .min(1)
      .safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.data ?? `${file}: ${z.prettifyError(parsed.error)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function readPolicy(file: string, problems: string[]): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    parsePolicy(text);
    return text;
  } catch (error) {
    problems.push(`WITNESS_POLICY: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

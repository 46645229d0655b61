/** `fairpot-verify --all` for tests: as a separate process, as strangers run it, or in this process, which takes less time. */
import { execFile } from 'node:child_process';
import { main } from '@fairpot/fairness/cli/main';
import { vi } from 'vitest';
import { programOf } from '../../../scripts/processes.ts';
import type { FastSite } from './fast-site.ts';

export interface VerifierVerdict {
  readonly status: number;
  readonly out: string;
}

const BIN = programOf('fairness/bin/fairpot-verify.mjs').path;
const MAX_OUTPUT = 16 * 1024 * 1024;

export function runVerifier(...args: string[]): Promise<VerifierVerdict> {
  return runVerifierOf('--all', '--quiet', ...args);
}

/** `fairpot-verify` with exactly these arguments. */
export function runVerifierOf(...args: string[]): Promise<VerifierVerdict> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [BIN, ...args], { maxBuffer: MAX_OUTPUT }, (error, out, complaints) => {
      const status = error === null ? 0 : error.code;
      // Without a verdict only the complaint says why.
      if (typeof status === 'number') resolve({ status, out: out === '' ? complaints : out });
      else reject(error ?? new Error('no exit status'));
    });
  });
}

export async function verifyHere(...args: string[]): Promise<VerifierVerdict> {
  let out = '';
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ];
  try {
    return { status: await main(['--all', ...args]), out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Waits until the signed head covers every leaf that existed at the time of the call. */
export async function logIsComplete(site: Pick<FastSite, 'db' | 'origin'>): Promise<void> {
  const text = 'select count(*)::integer as n from log_leaves';
  const { n } = await site.db.one<{ n: number }>({ text, values: [] });
  for (let tries = 0; tries < 600; tries++) {
    const note = await (await fetch(`${site.origin}/api/fair/log/checkpoint`)).text();
    if (Number(note.split('\n')[1]) >= n) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the log did not reach ${n} leaves`);
}

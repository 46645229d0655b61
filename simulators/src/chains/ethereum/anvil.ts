/**
 * A local Ethereum node: anvil, in a separate process, where its binary is installed (its package has one for each kind of machine, and is optional).
 * It is a full node with real blocks and signatures; money comes from an account that it unlocks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { assertLoopback } from '../../kit/service.ts';

export interface Anvil {
  readonly rpcUrl: string;
  /** Sends wei from the node's own account. Returns the transaction's hash, without 0x. */
  pay(address: string, wei: bigint): Promise<string>;
  /** Sends a transaction from the node's own account. Returns its hash, without 0x; with a block for each transaction, once it is in its block. */
  send(transaction: object): Promise<string>;
  /** Replaces the last `depth` blocks; the new ones contain none of their transactions. */
  reorg(depth: number): Promise<void>;
  /** Any call of the node; throws its error. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

export interface AnvilOptions {
  readonly host: string;
  readonly port: number;
  /** Seconds between blocks, which come only while something waits for them; null: a block for each transaction. */
  readonly blockSeconds: number | null;
  /** File that keeps the chain over a restart. */
  readonly stateFile: string | null;
}

/** Blocks up to the one before the last two epochs are final; epochs are shorter than the real ones, so that finality is seen. */
const SLOTS = 4;
/** Blocks after a transaction's own: it is final then, and nothing waits for another block. */
const BLOCKS_AFTER = 2 * SLOTS;
/** Blocks whose state can be read: back to the final one, and some for a reader that is behind. */
const STATES = 2 * BLOCKS_AFTER;
const UNTIL_PARENT_ENDS = '"$0" "$@" </dev/null & node=$!; cat >/dev/null; kill $node; wait $node';
const STARTS_WITHIN_MS = 10_000;
const STOPS_WITHIN_MS = 5_000;
const MINES_WITHIN_MS = 10_000;
const MINED_POLL_MS = 5;
const Answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });

/** Path of the binary; null on machines without one. */
export function anvilBinary(): string | null {
  const machine = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  try {
    const { resolve } = createRequire(import.meta.url);
    const folder = join(resolve(`@foundry-rs/anvil-${process.platform}-${machine}/package.json`), '..');
    return join(folder, 'bin', 'anvil');
  } catch {
    return null; // optional: not installed here
  }
}

const Kept = z.looseObject({
  best_block_number: z.number(),
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string(), parentHash: z.string() }) })),
  historical_states: z.array(z.tuple([z.string(), z.unknown()])).nullish(),
});

/**
 * Drops the states of old blocks, which an earlier version stored without a limit until the node took too long to read them. Blocks, transactions,
 * and the balances of now stay. False without a file. Throws, naming the file, when it is damaged.
 */
function dropOldStates(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const kept = Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
    const states = kept.historical_states ?? [];
    if (states.length <= STATES) return true;
    const first = kept.best_block_number - STATES;
    // A block is named by the one after it.
    const recent = new Set(
      kept.blocks.flatMap(({ header }) => (Number(header.number) > first ? [header.parentHash] : [])),
    );
    const rest = { ...kept, historical_states: states.filter(([hash]) => recent.has(hash)) };
    writeFileSync(`${file}.new`, JSON.stringify(rest));
    renameSync(`${file}.new`, file);
    return true;
  } catch (error) {
    throw new Error(`${file} is damaged: remove it to start afresh`, { cause: error });
  }
}

/** Starts a node, and resolves when it answers; null without a binary. Throws when it does not start. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil | null> {
  assertLoopback(options.host);
  const binary = anvilBinary();
  if (binary === null || process.platform === 'win32') return null;
  const { stateFile } = options;
  const args = [
    ...['--host', options.host, '--port', String(options.port), '--accounts', '1', '--balance', '1000000000'],
    ...['--slots-in-an-epoch', String(SLOTS), '--chain-id', '31337'],
    ...['--prune-history', String(STATES)],
    ...(options.blockSeconds === null ? [] : ['--no-mining']),
    ...(stateFile === null || !dropOldStates(stateFile) ? [] : ['--load-state', stateFile]),
  ];
  // Runs in a shell that ends it as soon as this process is gone, however it ends.
  const child = spawn('sh', ['-c', UNTIL_PARENT_ENDS, binary, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  child.stdin.on('error', () => undefined); // the shell is gone already
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('anvil did not start in time')), STARTS_WITHIN_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended at its start (code ${code})`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^Listening on .*:(\d+)$/.exec(line.trim())?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(Number(found));
    });
  }).catch((error: unknown) => {
    kill();
    throw error;
  });
  const rpcUrl = `http://${options.host}:${port}`;
  const rpc: Anvil['rpc'] = async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = Answer.parse(await response.json());
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  /** The node answers before it makes the block. */
  const untilMined = async (hash: string) => {
    const deadline = Date.now() + MINES_WITHIN_MS;
    while ((await rpc('eth_getTransactionReceipt', [hash])) === null) {
      if (Date.now() > deadline) throw new Error(`anvil made no block for ${hash}`);
      await sleep(MINED_POLL_MS);
    }
  };
  const sendNow = async (transaction: object) => {
    const [from] = z.array(z.string()).parse(await rpc('eth_accounts'));
    const hash = z.string().parse(await rpc('eth_sendTransaction', [{ from, ...transaction }]));
    if (options.blockSeconds === null) await untilMined(hash);
    return hash.slice(2);
  };
  // One at a time: given two at once, the node may assign both the same number and refuse one.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  /** Stores the chain; a process that is killed meanwhile leaves the file before. */
  const keep = async () => {
    if (stateFile === null) return;
    const dumped = z.string().parse(await rpc('anvil_dumpState', [true]));
    writeFileSync(`${stateFile}.new`, gunzipSync(Buffer.from(dumped.slice(2), 'hex')));
    renameSync(`${stateFile}.new`, stateFile);
  };
  // At a start too: a transaction of before may wait for them.
  let due = BLOCKS_AFTER;
  const mineIfDue = async () => {
    const { pending } = z.object({ pending: z.string() }).parse(await rpc('txpool_status'));
    if (Number(pending) > 0) due = 1 + BLOCKS_AFTER;
    if (due === 0) return;
    await rpc('evm_mine');
    due -= 1;
    await keep();
  };
  const everyMs = (options.blockSeconds ?? 0) * 1_000;
  // A node that does not answer is asked again.
  const miner = everyMs > 0 ? setInterval(() => void inTurn(mineIfDue).catch(() => undefined), everyMs) : undefined;
  const send: Anvil['send'] = (transaction) => inTurn(() => sendNow(transaction));
  return {
    rpcUrl,
    rpc,
    send,
    pay: (address, wei) => send({ to: address, value: `0x${wei.toString(16)}` }),
    reorg: (depth) =>
      inTurn(async () => {
        await rpc('anvil_reorg', [depth, []]);
        due = BLOCKS_AFTER;
      }),
    stop: async () => {
      clearInterval(miner);
      if (child.exitCode !== null || child.signalCode !== null) return;
      await inTurn(keep).catch(() => undefined);
      const ended = once(child, 'exit');
      child.stdin.end();
      const timer = setTimeout(kill, STOPS_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

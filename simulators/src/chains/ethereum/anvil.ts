/**
 * A local Ethereum node: anvil, in a separate process, where its binary is installed (its package has one for each kind of machine, and is optional).
 * It is a full node with real blocks and signatures; money comes from an account that it unlocks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Seconds between blocks; null: a block for each transaction. */
  readonly blockSeconds: number | null;
  /** File that keeps the chain over a restart. */
  readonly stateFile: string | null;
}

/** Blocks up to the one before the last two epochs are final; epochs are shorter than the real ones, so that finality is seen. */
const SLOTS = 4;
const STATE_EVERY_SECONDS = 5;
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

/** Starts a node, and resolves when it answers; null without a binary. Throws when it does not start. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil | null> {
  assertLoopback(options.host);
  const binary = anvilBinary();
  if (binary === null || process.platform === 'win32') return null;
  const args = [
    ...['--host', options.host, '--port', String(options.port), '--accounts', '1', '--balance', '1000000000'],
    ...['--slots-in-an-epoch', String(SLOTS), '--chain-id', '31337'],
    ...(options.blockSeconds === null ? [] : ['--block-time', String(options.blockSeconds)]),
    ...(options.stateFile === null
      ? []
      : [
          '--state',
          options.stateFile,
          '--state-interval',
          String(STATE_EVERY_SECONDS),
          '--preserve-historical-states',
        ]),
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
  const send: Anvil['send'] = (transaction) => {
    const sent = last.then(() => sendNow(transaction));
    last = sent.catch(() => undefined);
    return sent;
  };
  return {
    rpcUrl,
    rpc,
    send,
    pay: (address, wei) => send({ to: address, value: `0x${wei.toString(16)}` }),
    reorg: async (depth) => {
      const { blockSeconds } = options;
      // The node might mine meanwhile: that block's parent would no longer exist, and the blocks between would be lost.
      if (blockSeconds !== null) await rpc('evm_setIntervalMining', [0]);
      try {
        await rpc('anvil_reorg', [depth, []]);
      } finally {
        if (blockSeconds !== null) await rpc('evm_setIntervalMining', [blockSeconds]);
      }
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      const timer = setTimeout(kill, STOPS_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

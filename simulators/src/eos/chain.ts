/**
 * A chain whose blocks are computed instead of stored: block n's id is its number followed by a hash of the chain's seed and n, so any block of any
 * age is answered at once and always the same (seed and genesis are in the data directory).
 *
 * As on the real chain: a block every 0.5 s, ids that begin with the block number, `previous` is the id before, 21 producers of 12 blocks each,
 * irreversibility some three blocks behind the head. Different: an id is not the hash of its header, so recomputing it from the header fails here;
 * and the chain id is our own, never the public chain's.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { loadOrCreate } from '../kit/files.ts';

export const EOS_BLOCK_MS = 500;
/** Blocks between the head and the last irreversible one, as on the public chain since Savanna. */
export const EOS_LIB_DISTANCE = 3;
/** A new chain starts this long ago, as the beacon does. */
const HEAD_START_MS = 30 * 86_400_000;
const PRODUCERS = 21;
const BLOCKS_PER_TURN = 12;

const StoredChain = z.object({ seed: z.string().regex(/^[0-9a-f]{64}$/), genesisMs: z.number().int() });

/** A block as the wire's header fields need it. `timeMs` is epoch milliseconds. */
export interface EosBlock {
  readonly num: number;
  readonly id: string;
  readonly previous: string;
  readonly timeMs: number;
  readonly producer: string;
  readonly actionMroot: string;
}

export class EosChain {
  readonly chainId: string;
  /** Time of block 1, epoch milliseconds, on a whole half second. */
  readonly genesisMs: number;
  readonly #seed: string;

  constructor(dataDir: string | undefined, nowMs: number) {
    const stored = loadOrCreate(dataDir, 'eos-chain.json', StoredChain, () => ({
      seed: randomBytes(32).toString('hex'),
      genesisMs: Math.floor((nowMs - HEAD_START_MS) / EOS_BLOCK_MS) * EOS_BLOCK_MS,
    }));
    this.#seed = stored.seed;
    this.genesisMs = stored.genesisMs;
    this.chainId = this.#hash('chain', 0);
  }

  /** Number of the newest block at that instant; 0 before the first. */
  headAt(nowMs: number): number {
    return Math.max(0, Math.floor((nowMs - this.genesisMs) / EOS_BLOCK_MS) + 1);
  }

  /** Block `num` (from 1), whether or not it is due. */
  block(num: number): EosBlock {
    return {
      num,
      id: this.id(num),
      previous: this.id(num - 1),
      timeMs: this.genesisMs + (num - 1) * EOS_BLOCK_MS,
      producer: producerOf(num),
      actionMroot: this.#hash('actions', num),
    };
  }

  /** 32 bytes in hex: uint32be(num), then 28 bytes of hash. The block before the first has the all-zero id. */
  id(num: number): string {
    return num < 1 ? '0'.repeat(64) : prefix(num) + this.#hash('block', num).slice(8);
  }

  /** An id with the right number and other bytes, as an endpoint on a fork would serve. */
  forkId(num: number): string {
    return prefix(num) + this.#hash('fork', num).slice(8);
  }

  #hash(kind: string, num: number): string {
    return createHash('sha256').update(`${this.#seed}|${kind}|${num}`).digest('hex');
  }
}

function prefix(num: number): string {
  return num.toString(16).padStart(8, '0');
}

/** Account names of the chain's kind: letters a to z and 1 to 5, at most 12. */
function producerOf(num: number): string {
  const turn = Math.floor((num - 1) / BLOCKS_PER_TURN) % PRODUCERS;
  return `simproducer${String.fromCharCode(97 + turn)}`;
}

/** The options of startSimulators, with their defaults: checked here, used by start.ts and (from flags) by main.ts. */
import { z } from 'zod';
import type { BaseClock } from './kit/clock.ts';

const Port = z.number().int().min(0).max(65_535).default(0);

const Config = z.strictObject({
  /** Loopback address, literally. */
  host: z.string().default('127.0.0.1'),
  /** Folder for keys, genesis and accounts. Without it everything is new at each start. */
  dataDir: z.string().min(1).optional(),
  /** The product's item list; a small built-in one when absent. */
  catalogueFile: z.string().min(1).optional(),
  /** Copies of each item in the list that the first trade bot has when the world is new. */
  botCopies: z.number().int().min(0).default(0),
  /** Required by every control call; random when not given. */
  controlToken: z.string().min(8).optional(),
  /** 0 takes a free port. */
  ports: z
    .strictObject({
      steam: Port,
      drand: Port,
      eos1: Port,
      eos2: Port,
      control: Port,
      tron: Port,
      bitcoin: Port,
      rates: Port,
      wallet: Port,
      ethereum: Port,
    })
    .partial()
    .default({}),
  /** Time between blocks of Bitcoin; some seconds when not given. */
  bitcoinBlockMs: z.number().int().min(1_000).optional(),
  /**
   * Seconds between blocks of a local Ethereum node, a separate process, while a transaction waits for them; 0: a block for each transaction. No node
   * without it. `kept`: its chain survives a restart. Writing a chain of thousands of blocks to disk after each one takes the machine's memory.
   */
  ethereum: z.strictObject({ blockSeconds: z.number().min(0).max(60), kept: z.boolean().default(true) }).optional(),
});

/** Options of startSimulators; all optional. `clock` is a base that the movable clock sits on. */
export type SimulatorOptions = z.input<typeof Config> & { readonly clock?: BaseClock };

/** Throws a ZodError that names the wrong option. */
export function readConfig(options: SimulatorOptions) {
  const { clock, ...rest } = options;
  return { ...Config.parse(rest), clock };
}

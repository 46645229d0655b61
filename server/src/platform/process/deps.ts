/** The dependencies of every feature: settings, ports and gateways. Created by app.ts, or by makeWorld in tests. */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { Config } from './config.ts';
import type { Clock, Ids, Log, Random } from './ports.ts';
import type { Pool } from '../database/sql.ts';
import type { Reads } from '../database/reads.ts';
import type { ClientBuild } from '../http/client-build.ts';
import type { BeaconGateway } from './beacon-port.ts';
import type { CryptoSetup } from './crypto-port.ts';
import type { PriceSource } from './price-port.ts';
import type { PushGateway } from './push-port.ts';
import type { SteamGateway } from './steam-port.ts';
import type { WitnessGateway } from './witness-port.ts';

/** Signals reach a person's sockets at any node. */
export interface Signals {
  /** Asks a signed-in player's sockets to fetch GET /user again. Sent after commit; may be lost. */
  userUpdated(playerId: string): void;
  /** Ends every socket of a session or of a player at once (logout, ban). */
  disconnect(match: { sessionId?: string; playerId?: string }): void;
}

export interface Deps {
  readonly config: Config;
  /** Signed in as the app (server/grants.sql). */
  readonly db: Pool;
  /** Where queries read. */
  readonly reads: Reads;
  /** Signed in as the settler: reads secrets, writes beacon outputs and results. For settlement only. */
  readonly settler: Pool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly log: Log;
  /** The build of the client that this node serves; null when it serves none. */
  readonly client: ClientBuild | null;
  readonly signals: Signals;
  readonly gateways: {
    readonly beacons: BeaconGateway;
    readonly steam: SteamGateway;
    readonly witnesses: WitnessGateway;
    /** Sources of prices; none where the catalogue's prices apply (a demo without sources). */
    readonly prices: readonly PriceSource[];
    /** Keys of deposit addresses and sources of rates; neither where no coin is offered. */
    readonly crypto: CryptoSetup;
    /** Null: the site sends no push notifications. */
    readonly push: PushGateway | null;
  };
  /** Creates the keys that encrypt secrets until a beacon round, in a worker thread. */
  readonly windowMaker: { make(round: number): Promise<{ readonly windowKey: Uint8Array; readonly sealKey: string }> };
  /** The pinned drand chain: quicknet in live, the simulator's in demo. */
  readonly drandChain: DrandChain;
}

/** The dependencies of the worker and its polls. */
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import type { Db } from '@fairpot/server/platform/database/sql';
import type { TradeGateway } from './gateway-port.ts';
import type { OwnAccountReader } from './own-account.ts';

export interface WorkerParts {
  readonly db: Db;
  readonly gateway: TradeGateway;
  readonly clock: Clock;
  readonly log: Log;
  /** The account that sends our offers. */
  readonly self: OwnAccountReader;
}

/**
 * One step of the signer: claim a due withdrawal, decide, sign, store, send, follow. The process may die between any two of these. The
 * stored state says where to continue, and only stored transactions are ever sent.
 *
 * Invariants: no transaction is sent before it is stored. A withdrawal has one live transaction; another one is signed only after two
 * checks have shown that the chain can never contain the last one.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { Db, Sql } from '@fairpot/server/platform/database/sql';
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import { NodeUnavailable } from '@fairpot/server/gateways/node-http';
import type { Chain, SignedTransaction } from './chain.ts';

import { decide, type PayoutLimits } from './policy.ts';
import * as store from './store.ts';

export interface SignerPace {
  /** Between two checks of a withdrawal. */
  readonly lookMs: number;
  /** Between two checks of a blocked one: an empty wallet, the daily limit. */
  readonly waitMs: number;
  /** How long a claimed withdrawal belongs to one signer. */
  readonly leaseMs: number;
}

export interface SignerParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ReadonlyMap<Coin, PayoutLimits>;
  readonly reviewers: readonly string[];
  readonly pace: SignerPace;
  /** Called after each step; tests kill the process there. */
  readonly onStep?: (step: 'claimed' | 'signed' | 'stored' | 'sent' | 'recorded') => void;
}

const BATCH_SIZE = 10;
/** Transactions signed for a withdrawal, each after the last one died, before its money is refunded. */
const MAX_ATTEMPTS = 3;

export class Worker {
  readonly #parts: SignerParts;
  readonly #chain: Chain;
  /** Transactions that one check has shown to be dead, and when. A second check must confirm it. */
  readonly #dying = new Map<string, number>();

  constructor(parts: SignerParts, chain: Chain) {
    this.#parts = parts;
    this.#chain = chain;
  }

  get network(): Network {
    return this.#chain.network;
  }

  /** SQL condition: a withdrawal is due, or a statement waits for this wallet's signature. */
  dueSql(now: number): Sql {
    return store.anyDueSql(this.network, this.#chain.wallet, now);
  }

  /** Advertises the coins that can be sent. Call it regularly: the site stops offering a coin that was not advertised lately. */
  async advertise(): Promise<void> {
    const { db, clock, limits, reviewers } = this.#parts;
    const coins = this.#chain.coins.flatMap((coin) => {
      const most = limits.get(coin)?.most;
      return most === undefined ? [] : [{ coin, wallet: this.#chain.wallet, most: most.toString(), reviewers }];
    });
    if (coins.length > 0) await store.advertise(db, coins, clock.now());
    await store.listReserve(db, this.network, this.#chain.wallet, clock.now());
  }

  /**
   * Proves possession of the wallet's key by signing the newest solvency statement. Returns false if that was done before. Contacts no
   * node, moves nothing.
   */
  async proveReserves(): Promise<boolean> {
    const { db } = this.#parts;
    const { wallet } = this.#chain;
    const statement = await store.statementToSign(db, this.network, wallet);
    if (statement === undefined) return false;
    await store.storeReserveProof(db, this.network, wallet, statement, this.#chain.proveReserves(statement));
    return true;
  }

  /** Processes due withdrawals and returns how many there were. A failed one is postponed and logged. */
  async step(): Promise<number> {
    const { db, clock, pace, log } = this.#parts;
    const now = clock.now();
    const ids = await store.claimDue(db, this.network, now, now + pace.leaseMs, BATCH_SIZE);
    for (const id of ids) {
      this.#parts.onStep?.('claimed');
      try {
        await this.#process(id);
      } catch (error) {
        await store.postpone(db, id, clock.now() + pace.lookMs);
        if (!(error instanceof NodeUnavailable)) {
          log.error({ err: error, withdrawal: id }, 'withdrawal failed');
          continue;
        }
        log.warn({ network: this.network, withdrawal: id, why: error.message }, 'node unavailable');
      }
    }
    return ids.length;
  }

  async #process(id: string): Promise<void> {
    const { db } = this.#parts;
    const work = await store.readWithdrawal(db, id);
    if (work.state === 'APPROVED') return this.#sign(work);
    const signed = await store.liveTransaction(db, id);
    if (signed !== undefined) await this.#follow(work, signed);
  }

  async #sign(work: store.DueWithdrawal): Promise<void> {
    const { db, clock, limits, reviewers, pace, log, onStep } = this.#parts;
    const { id, coin, network } = work;
    const limit = limits.get(coin);
    if (limit === undefined) return store.postpone(db, id, clock.now() + pace.waitMs);
    const approvals = work.review ? await store.readApprovals(db, id) : [];
    const isDeposit = await store.isDepositAddress(db, network, work.address);
    const decision = decide({ ...work, approvals }, limit, reviewers, isDeposit, clock.now());
    if (decision.action === 'review') return store.sendToReview(db, id, clock.now());
    if (decision.action === 'refuse') return store.refuse(db, id, decision.reason, clock.now());
    // The site requotes it shortly.
    if (decision.action === 'stale') return store.postpone(db, id, clock.now() + pace.lookMs);
    if (decision.action === 'forged') {
      log.error({ withdrawal: id, why: decision.why }, 'withdrawal not signed: it claims a review it did not have');
      return store.postpone(db, id, clock.now() + pace.waitMs);
    }
    const payment = { coin, address: work.address, units: BigInt(work.units) };
    const built = await this.#chain.build(payment, await store.readReservations(db, network, coin));
    if ('refuse' in built) return store.refuse(db, id, built.refuse, clock.now());
    if ('wait' in built) {
      log.warn({ withdrawal: id, why: built.wait }, 'withdrawal postponed');
      return store.postpone(db, id, clock.now() + pace.waitMs);
    }
    onStep?.('signed');
    const answer = await store.storeSigned(db, work, built.signed, limit.day, clock.now());
    if (answer === 'day') {
      log.warn({ withdrawal: id, coin }, 'withdrawal postponed: daily limit of this coin reached');
      return store.postpone(db, id, clock.now() + pace.waitMs);
    }
    if (answer === 'taken') return store.postpone(db, id, clock.now() + pace.lookMs);
    if (answer === 'gone') return;
    onStep?.('stored');
    await this.#send(id, built.signed);
    return store.postpone(db, id, clock.now() + pace.lookMs);
  }

  /** Sends a stored transaction. A node that does not answer may still have it; the next check shows. */
  async #send(id: string, signed: SignedTransaction): Promise<void> {
    const { db, clock, log, onStep } = this.#parts;
    const { accepted, message } = await this.#chain.broadcast(signed);
    onStep?.('sent');
    if (accepted) await store.markSent(db, id, signed.txid, clock.now());
    else log.warn({ withdrawal: id, txid: signed.txid, message }, 'node rejected a transaction');
  }

  async #follow(work: store.DueWithdrawal, signed: SignedTransaction): Promise<void> {
    const { db, clock, pace, onStep } = this.#parts;
    const { id } = work;
    const { txid } = signed;
    const status = await this.#chain.checkStatus(signed);
    if (status.state !== 'dead') this.#dying.delete(txid);
    switch (status.state) {
      case 'final':
        await store.markConfirmed(db, id, txid, status.height, clock.now());
        return onStep?.('recorded');
      case 'failed':
        return store.markDead(db, id, txid, 'REVERTED', clock.now());
      case 'dead': {
        const since = this.#dying.get(txid);
        if (since !== undefined && clock.now() - since >= pace.lookMs) {
          this.#dying.delete(txid);
          return store.markDead(db, id, txid, work.attempts >= MAX_ATTEMPTS ? 'EXPIRED' : null, clock.now());
        }
        this.#dying.set(txid, since ?? clock.now());
        break;
      }
      case 'pending':
        await store.markSent(db, id, txid, clock.now());
        break;
      case 'unknown':
        await this.#send(id, signed);
    }
    await store.postpone(db, id, clock.now() + pace.lookMs);
  }
}

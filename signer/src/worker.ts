/**
 * One step of the signer: a withdrawal that is due is taken, judged, signed, stored, sent and followed. Between any two of these the
 * process may die: what is stored says where to go on, and only what is stored is ever sent.
 *
 * Invariants: no transaction is sent before it is stored. A withdrawal has one living transaction; another one is signed when the chain
 * has shown, twice, that the last one can never be in it.
 */
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import type { Db } from '@fairpot/server/platform/database/sql';
import type { Clock, Log } from '@fairpot/server/platform/process/ports';
import type { Chain, Signed } from './chain.ts';
import { Unavailable } from './chain.ts';
import { decide, type Limits } from './policy.ts';
import * as store from './store.ts';

export interface Pace {
  /** Between two looks at a withdrawal. */
  readonly lookMs: number;
  /** Between two looks at one that cannot go on now: an empty wallet, the day's limit. */
  readonly waitMs: number;
  /** A withdrawal that was taken is nobody else's for so long. */
  readonly leaseMs: number;
}

export interface WorkerParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ReadonlyMap<Coin, Limits>;
  readonly reviewers: readonly string[];
  readonly pace: Pace;
  /** Called between two steps; tests end the process there. */
  readonly at?: (step: 'claimed' | 'signed' | 'stored' | 'sent' | 'told') => void;
}

const AT_ONCE = 10;
/** Transactions that are signed for a withdrawal, one after the other died, before its money comes back. */
const MOST_ATTEMPTS = 3;

export class Worker {
  readonly #parts: WorkerParts;
  readonly #chain: Chain;
  /** Transactions that a look has shown to be dead, and when: one look is not believed. */
  readonly #dying = new Map<string, number>();

  constructor(parts: WorkerParts, chain: Chain) {
    this.#parts = parts;
    this.#chain = chain;
  }

  get network(): Network {
    return this.#chain.network;
  }

  /** Says which coins can be sent. Call it again and again: what was not said lately is not offered. */
  async hello(): Promise<void> {
    const { db, clock, limits, reviewers } = this.#parts;
    const ways = this.#chain.coins.flatMap((coin) => {
      const most = limits.get(coin)?.most;
      return most === undefined ? [] : [{ coin, wallet: this.#chain.wallet, most: most.toString(), reviewers }];
    });
    if (ways.length > 0) await store.hello(db, ways, clock.now());
    await store.listReserve(db, this.network, this.#chain.wallet, clock.now());
  }

  /** Shows that the wallet's key is here, over the newest solvency statement; false when that was done. Asks no node, moves nothing. */
  async prove(): Promise<boolean> {
    const { db } = this.#parts;
    const { wallet } = this.#chain;
    const statement = await store.toProve(db, this.network, wallet);
    if (statement === undefined) return false;
    await store.proved(db, this.network, wallet, statement, this.#chain.prove(statement));
    return true;
  }

  /** Sees to what is due. Returns how many withdrawals that were. Throws Unavailable when the node does not answer. */
  async step(): Promise<number> {
    const { db, clock, pace, log } = this.#parts;
    const now = clock.now();
    const ids = await store.claim(db, this.network, now, now + pace.leaseMs, AT_ONCE);
    for (const id of ids) {
      this.#parts.at?.('claimed');
      try {
        await this.#seeTo(id);
      } catch (error) {
        await store.later(db, id, clock.now() + pace.lookMs);
        if (!(error instanceof Unavailable)) {
          log.error({ err: error, withdrawal: id }, 'a withdrawal could not be seen to');
          continue;
        }
        log.warn({ network: this.network, withdrawal: id, why: error.message }, 'the node is not available');
      }
    }
    return ids.length;
  }

  async #seeTo(id: string): Promise<void> {
    const { db } = this.#parts;
    const work = await store.workOf(db, id);
    if (work.state === 'APPROVED') return this.#sign(work);
    const signed = await store.alive(db, id);
    if (signed !== undefined) await this.#follow(work, signed);
  }

  async #sign(work: store.Work): Promise<void> {
    const { db, clock, limits, reviewers, pace, log, at } = this.#parts;
    const { id, coin, network } = work;
    const limit = limits.get(coin);
    if (limit === undefined) return store.later(db, id, clock.now() + pace.waitMs);
    const approvals = work.review ? await store.approvalsOf(db, id) : [];
    const isDeposit = await store.isDeposit(db, network, work.address);
    const decision = decide({ ...work, approvals }, limit, reviewers, isDeposit, clock.now());
    if (decision.say === 'review') return store.park(db, id, clock.now());
    if (decision.say === 'refuse') return store.refuse(db, id, decision.reason, clock.now());
    // The site quotes it anew in a moment.
    if (decision.say === 'old') return store.later(db, id, clock.now() + pace.lookMs);
    if (decision.say === 'forged') {
      log.error({ withdrawal: id, why: decision.why }, 'a withdrawal claims a review that it did not have: not signed');
      return store.later(db, id, clock.now() + pace.waitMs);
    }
    const payment = { coin, address: work.address, units: BigInt(work.units) };
    const built = await this.#chain.build(payment, await store.reservedOf(db, network, coin));
    if ('refuse' in built) return store.refuse(db, id, built.refuse, clock.now());
    if ('wait' in built) {
      log.warn({ withdrawal: id, why: built.wait }, 'a withdrawal waits');
      return store.later(db, id, clock.now() + pace.waitMs);
    }
    at?.('signed');
    const answer = await store.storeSigned(db, work, built.signed, limit.day, clock.now());
    if (answer === 'day') {
      log.warn({ withdrawal: id, coin }, 'as much of this coin was signed in 24 h as is allowed: a withdrawal waits');
      return store.later(db, id, clock.now() + pace.waitMs);
    }
    if (answer === 'taken') return store.later(db, id, clock.now() + pace.lookMs);
    if (answer === 'gone') return;
    at?.('stored');
    await this.#send(id, built.signed);
    return store.later(db, id, clock.now() + pace.lookMs);
  }

  /** Sends what is stored. A node that does not answer may have it: the next look tells. */
  async #send(id: string, signed: Signed): Promise<void> {
    const { db, clock, log, at } = this.#parts;
    const { taken, said } = await this.#chain.broadcast(signed);
    at?.('sent');
    if (taken) await store.sent(db, id, signed.txid, clock.now());
    else log.warn({ withdrawal: id, txid: signed.txid, said }, 'the node did not take a transaction');
  }

  async #follow(work: store.Work, signed: Signed): Promise<void> {
    const { db, clock, pace, at } = this.#parts;
    const { id } = work;
    const { txid } = signed;
    const standing = await this.#chain.look(signed);
    if (standing.at !== 'dead') this.#dying.delete(txid);
    switch (standing.at) {
      case 'final':
        await store.done(db, id, txid, standing.height, clock.now());
        return at?.('told');
      case 'failed':
        return store.dead(db, id, txid, 'REVERTED', clock.now());
      case 'dead': {
        const since = this.#dying.get(txid);
        if (since !== undefined && clock.now() - since >= pace.lookMs) {
          this.#dying.delete(txid);
          return store.dead(db, id, txid, work.attempts >= MOST_ATTEMPTS ? 'EXPIRED' : null, clock.now());
        }
        this.#dying.set(txid, since ?? clock.now());
        break;
      }
      case 'pending':
        await store.sent(db, id, txid, clock.now());
        break;
      case 'unknown':
        await this.#send(id, signed);
    }
    await store.later(db, id, clock.now() + pace.lookMs);
  }
}

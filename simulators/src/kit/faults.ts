/**
 * The fault board: which faults exist, which are on, and with what numbers. The control API (or a test in the same process) sets them; the services
 * call `take` where the fault applies. A fault with `times` turns off after that many uses, so that a test can say "fail once, then work".
 */

import { callFaults } from './call-faults.ts';

/** Every fault, by service, with its parameters and their defaults. A fault without numbers has none. */
export const FAULTS = {
  steam: {
    'check-403': {},
    'check-503': {},
    'check-hang': {},
    'check-slow': { ms: 2_000 },
    'check-invalid': {},
    /** `drop` 1: the connection also breaks in the middle of the promised length. */
    'check-truncated': { drop: 0 },
    'check-html': {},
    'check-second-use': {},
    'nonce-expired': { ageMs: 600_000 },
    'clock-skew': { aheadMs: 600_000 },
    'inventory-400': {},
    'inventory-403': {},
    'inventory-429': {},
    'inventory-500': {},
    'inventory-hang': {},
    'summaries-503': {},
    'summaries-hang': {},
    ...callFaults(),
    /** Refusals of a trade offer in the service's own words. */
    'send-trade-ban': {},
    'send-cannot-trade': {},
    'send-new-device': {},
    'send-limit': {},
    /** Items without their fields; no accountid_other at all. */
    'offers-glitched': {},
    'offers-no-partner': {},
    'offers-backdated': { seconds: 3_600 },
    'offers-small-pages': { size: 2 },
    /** A hold of this many days for every trade, between any accounts. */
    'hold-all': { days: 15 },
    /** A wrong status of the trade. */
    'trade-status-code': { status: 2 },
  },
  prices: {
    '429': {},
    '503': {},
    hang: {},
    html: {},
    /** `updated_at` this many hours ago. */
    stale: { hours: 48 },
    /** Of each `every`th item (by its place in the catalogue), as the faults below. */
    spike: { factor: 100, every: 1 },
    'no-price': { every: 1 },
    missing: { every: 1 },
    duplicate: { every: 1 },
    'wrong-currency': {},
  },
  overview: {
    '429': {},
    '500': {},
    hang: {},
    spike: { factor: 100 },
    'no-price': {},
  },
  drand: {
    late: { seconds: 10 },
    'too-early-425': {},
    'wrong-signature': {},
    'old-signature': { back: 1 },
    '503': {},
    hang: {},
  },
  coingecko: rateFaults(),
  kraken: rateFaults(),
  tron: {
    /** The public service's text when it is asked too often. */
    '403': {},
    '503': {},
    hang: {},
    html: {},
    /** Every answer takes this long. */
    slow: { ms: 500 },
    /** The node is this many blocks behind. */
    lag: { blocks: 10 },
    /** The block is there, the results of its transactions are not. */
    'no-infos': {},
    /** Every transaction is refused. */
    'broadcast-refused': {},
    /** A transaction is accepted, and the connection breaks before the answer. */
    'broadcast-lost': {},
    /** A transaction is accepted and fails in its block: it moves nothing, as one to an address that the token has blocked. */
    'contract-failed': {},
  },
  bitcoin: {
    '429': {},
    '503': {},
    hang: {},
    html: {},
    lag: { blocks: 3 },
    /** The list of an address is empty, whatever was paid to it. */
    'no-txs': {},
    'broadcast-refused': {},
    'broadcast-lost': {},
  },
  ethereum: {
    '429': {},
    '500': {},
    '503': {},
    hang: {},
    html: {},
    slow: { ms: 500 },
    lag: { blocks: 10 },
    /** Blocks without their logs. */
    'no-logs': {},
  },
  eos1: eosFaults(),
  eos2: eosFaults(),
};

export type FaultService = keyof typeof FAULTS;

/** A fault that is on. `remaining` null means until it is cleared. */
export interface ActiveFault {
  readonly service: FaultService;
  readonly fault: string;
  readonly params: Readonly<Record<string, number>>;
  remaining: number | null;
}

/** Why a request to set a fault was refused; the control API answers 400 with the message. */
export class UnknownFault extends Error {}

export class FaultBoard {
  readonly #active = new Map<string, ActiveFault>();

  /** Turns a fault on, replacing an earlier setting of the same one. Throws UnknownFault for an unknown name or number. */
  set(service: string, fault: string, params: Record<string, number> = {}, times?: number): ActiveFault {
    const known = knownFaults(service);
    const defaults = Object.hasOwn(known.faults, fault) ? known.faults[fault] : undefined;
    if (defaults === undefined) {
      throw new UnknownFault(`${service} has no fault "${fault}"; it has: ${Object.keys(known.faults).join(', ')}`);
    }
    const stray = Object.keys(params).find((name) => !Object.hasOwn(defaults, name));
    if (stray !== undefined) throw new UnknownFault(`fault "${fault}" of ${service} has no parameter "${stray}"`);
    const active = { service: known.service, fault, params: { ...defaults, ...params }, remaining: times ?? null };
    this.#active.set(`${service} ${fault}`, active);
    return active;
  }

  /** Parameters of the fault if it is on, counting one use of it; null when the service should behave. */
  take<S extends FaultService, F extends keyof (typeof FAULTS)[S] & string>(
    service: S,
    fault: F,
  ): (typeof FAULTS)[S][F] | null {
    const key = `${service} ${fault}`;
    const active = this.#active.get(key);
    if (active === undefined) return null;
    if (active.remaining !== null) {
      active.remaining -= 1;
      if (active.remaining <= 0) this.#active.delete(key);
    }
    return { ...FAULTS[service][fault], ...active.params };
  }

  /** Clears one fault, all of one service, or everything. Returns how many were cleared. */
  clear(service?: string, fault?: string): number {
    const doomed = [...this.#active].filter(
      ([, active]) =>
        (service === undefined || active.service === service) && (fault === undefined || active.fault === fault),
    );
    for (const [key] of doomed) this.#active.delete(key);
    return doomed.length;
  }

  list(): ActiveFault[] {
    return [...this.#active.values()];
  }
}

/** Each source by itself, because tests need two sources that disagree. */
function rateFaults() {
  return {
    '429': {},
    '503': {},
    hang: {},
    spike: { factor: 10 },
    /** Bitcoin is missing in the answer. */
    missing: {},
    zero: {},
    negative: {},
    text: {},
    /** The first source's figures were made this many minutes ago. */
    stale: { minutes: 10 },
  };
}

/** The two EOS endpoints misbehave separately, because tests need nodes that differ. `block` 0 means every block. */
function eosFaults() {
  return {
    lag: { blocks: 120 },
    disagreement: { block: 0 },
    gap: { block: 0 },
    'tampered-id': { block: 0 },
    /** The right id with another timestamp. */
    'shifted-time': { block: 0, ms: 500 },
    /** An answer of this length. */
    oversize: { bytes: 1_000_000 },
    'wrong-chain-id': {},
    '503': {},
    hang: {},
  };
}

function knownFaults(service: string): { service: FaultService; faults: Record<string, Record<string, number>> } {
  for (const [name, faults] of Object.entries(FAULTS)) {
    if (name === service && isService(name)) return { service: name, faults };
  }
  throw new UnknownFault(`no service "${service}"; there are: ${Object.keys(FAULTS).join(', ')}`);
}

function isService(name: string): name is FaultService {
  return Object.hasOwn(FAULTS, name);
}

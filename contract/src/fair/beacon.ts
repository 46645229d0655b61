/** The public randomness of rounds, as settings and proofs describe it. */

/**
 * Where drand answers everybody, by its v2 API. In live a browser asks these by itself and no other: the page's policy allows exactly
 * them, so that the site cannot put a server of its own in their place. The chain's pinned key judges what they answer.
 */
export const DRAND_ENDPOINTS = ['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh'] as const;

/** Where a demo answers for its simulated beacon, at its own origin: a person on another machine reaches no other address of it. */
export const SIMULATED_BEACON_PATH = '/sim/beacon';

/** Whether a page under this host name runs on the machine of its site, where the simulators can be reached as well. */
export function isOnSiteMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

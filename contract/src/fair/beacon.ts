/** The public randomness of rounds, as settings and proofs describe it. */

/**
 * Where drand serves everyone, by its v2 API. In live a browser asks only these: the page's policy allows no others, so
 * the site cannot substitute a server of its own. The chain's pinned key verifies the outputs.
 */
export const DRAND_ENDPOINTS = ['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh'] as const;

/**
 * Where a demo serves its simulated beacon, at its own origin: a browser on another machine can reach no other address
 * of it.
 */
export const SIMULATED_BEACON_PATH = '/sim/beacon';

/** Whether a page with this host name runs on the site's own machine, where the simulators are reachable as well. */
export function isOnSiteMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/** Instants at which a picture changes by time alone. Pure; called by the games' stage.ts. Epoch ms of the server's clock. */

/** The first of these instants after `now`; null when there is none. Null entries are not known yet. */
export function nextInstant(instants: readonly (number | null)[], now: number): number | null {
  const next = Math.min(...instants.filter((at) => at !== null).filter((at) => at > now));
  return Number.isFinite(next) ? next : null;
}

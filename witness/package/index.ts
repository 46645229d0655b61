/** What the package `fairpot-witness` exports besides its command: scripts/packages.mjs bundles it. */
export { startWitness } from '../src/start.ts';
export type { RunningWitness, WitnessOptions } from '../src/start.ts';

/**
 * Starts one site for all journeys before the first one and stops it after the last. Its address is in FAIRPOT_ORIGIN; when that is set already, the
 * journeys use the site running there.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/processes.ts';
import { Site } from './site.ts';

export default async function startSite(): Promise<() => Promise<void>> {
  if (process.env['FAIRPOT_ORIGIN']) return async () => undefined;
  if (!existsSync(join(root, 'web', 'dist', 'index.html'))) {
    throw new Error('The web client is not built: run `npm test -- journeys` at the top, which builds it.');
  }
  // Every visitor of the deposit page takes one address of each chain.
  const site = await Site.start({ signedAddresses: 20 });
  process.env['FAIRPOT_ORIGIN'] = site.origin;
  return () => site.stop();
}

/**
 * Before the first journey: one site for all of them, ended after the last. Its address is handed on in FAIRPOT_ORIGIN;
 * when that is set already, the journeys go to the site that runs there.
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
  // Everybody who opens the deposit page takes one of each chain.
  const site = await Site.start({ signedAddresses: 20 });
  process.env['FAIRPOT_ORIGIN'] = site.origin;
  return () => site.stop();
}

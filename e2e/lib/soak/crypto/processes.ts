/** Chain watcher and signer of a fast site, each in a process of its own. Used by soak/crypto.test.ts. */
import { roleUrls } from '../../../../server/src/platform/database/roles.ts';
import type { FastSite } from '../fast-site.ts';
import { MovedProcess } from '../moved-process.ts';

const nodesOf = ({ chains: { tron, bitcoin, ethereum } }: FastSite) => ({
  TRON_BASE: tron,
  BTC_BASE: bitcoin,
  ETH_RPC: ethereum ?? '',
});

export class WatcherProcess extends MovedProcess {
  constructor(site: FastSite) {
    const env = { CHAIN_DATABASE_URL: roleUrls(site.databaseUrl).watcher, ...nodesOf(site) };
    super(site, 'e2e/soak/chain-host.ts', env);
  }
}

export class SignerProcess extends MovedProcess {
  constructor(site: FastSite) {
    const signedIn = { SIGNER_DATABASE_URL: roleUrls(site.databaseUrl).signer, SIGNER_FILE: site.signerFile };
    super(site, 'e2e/soak/signer-host.ts', { ...signedIn, ...nodesOf(site) });
  }
}

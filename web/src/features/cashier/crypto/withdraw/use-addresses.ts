/** The player's withdrawal addresses, refetched when a fact reports a change. */
import { listCryptoAddresses } from '@fairpot/contract/crypto/addresses/calls';
import { refetchAll } from '../../../../platform/calls/query-client.ts';
import { useOwnFacts } from '../use-own-facts.ts';
import { useAsk } from '../../../../platform/calls/use-call.ts';

export function refetchAddresses(): void {
  void refetchAll(listCryptoAddresses);
}

export function useAddresses() {
  useOwnFacts('crypto.address', refetchAddresses);
  return useAsk(listCryptoAddresses, {});
}

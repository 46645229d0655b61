/** The player's withdrawal addresses, refetched when a fact reports a change. */
import { useQuery } from '@tanstack/react-query';
import { listCryptoAddresses } from '@fairpot/contract/crypto/addresses/calls';
import { ask } from '../../../../platform/calls/api.ts';
import { keyOf, refetchAll } from '../../../../platform/calls/query-client.ts';
import { useOwnFacts } from '../use-own-facts.ts';

export function refetchAddresses(): void {
  void refetchAll(listCryptoAddresses);
}

export function useAddresses() {
  useOwnFacts('crypto.address', refetchAddresses);
  return useQuery({
    queryKey: keyOf(listCryptoAddresses, {}),
    queryFn: ({ signal }) => ask(listCryptoAddresses, {}, { signal }),
  });
}

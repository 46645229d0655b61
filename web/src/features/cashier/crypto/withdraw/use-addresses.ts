/** The player's withdrawal addresses, refetched when a fact reports a change. */
import { useQuery } from '@tanstack/react-query';
import { listCryptoAddresses } from '@fairpot/contract/crypto/addresses/calls';
import type { CryptoAddressFact } from '@fairpot/contract/crypto/addresses/schemas';
import type { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import { ask } from '../../../../platform/calls/api.ts';
import { keyOf, refetchAll } from '../../../../platform/calls/query-client.ts';
import { useTopic } from '../../../../platform/live/live.ts';

export function refetchAddresses(): void {
  void refetchAll(listCryptoAddresses);
}

/** The topic carries other facts of the player as well. */
function isAddress({ body }: FactEnvelope): boolean {
  return (body as unknown as Pick<CryptoAddressFact, 'type'>).type === 'crypto.address';
}

export function useAddresses() {
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(isAddress)) refetchAddresses();
    },
    resync: refetchAddresses,
    isUrgent: isAddress,
  });
  return useQuery({
    queryKey: keyOf(listCryptoAddresses, {}),
    queryFn: ({ signal }) => ask(listCryptoAddresses, {}, { signal }),
  });
}

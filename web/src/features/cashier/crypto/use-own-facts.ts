import type { CryptoAddressFact } from '@fairpot/contract/crypto/addresses/schemas';
import type { CryptoFact } from '@fairpot/contract/crypto/schemas';
import type { CryptoWithdrawalFact } from '@fairpot/contract/crypto/withdrawals/schemas';
import type { FactEnvelope } from '@fairpot/contract/live/channel.schemas';
import { useTopic } from '../../../platform/live/live.ts';

type OwnFact = CryptoFact | CryptoAddressFact | CryptoWithdrawalFact;

/** Refetches when facts of this type arrive or were missed. The topic carries other facts of the player as well. */
export function useOwnFacts(type: OwnFact['type'], refetch: () => void): void {
  const isOfType = ({ body }: FactEnvelope) => (body as unknown as OwnFact).type === type;
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(isOfType)) refetch();
    },
    resync: refetch,
    isUrgent: isOfType,
  });
}

/** Refuses an address and says what is wrong with it. */
import { ADDRESS_FAULTS, type AddressFault } from '@fairpot/contract/crypto/withdrawals/calls';
import { refuse } from '../../platform/runner/refused.ts';

export function refuseAddress(fault: AddressFault): never {
  return refuse('CRYPTO_ADDRESS', { why: ADDRESS_FAULTS[fault] });
}

/** Amounts of money in the inputs of calls: a rule about numbers that a schema cannot describe to its reader. */
import { centsFromUsd, type Cents } from '@fairpot/contract/wire/money';
import { refuse } from './refused.ts';

/** The cents of this field of the input. Refuses BAD_INPUT for a third decimal. */
export function centsOfInput(field: string, amountUsd: number): Cents {
  try {
    return centsFromUsd(amountUsd);
  } catch (error) {
    if (error instanceof RangeError) return refuse('BAD_INPUT', { detail: `${field}: at most two decimals` });
    throw error;
  }
}

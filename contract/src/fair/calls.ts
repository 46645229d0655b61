/**
 * What the wire says about a round's fairness (protocol fp/2, docs in the fairness room).
 *
 * Before the lock only the commitment is known; after it, the named beacon; after the settlement, everything needed to
 * recompute the round. The lock is sent as its canonical text, so that the hashed bytes are the sent bytes.
 */
import { queryAt } from '../wire/call.ts';

export const getRoundProof = queryAt('fair.round', '/fair/round/:id');
export const findRound = queryAt('fair.find', '/fair/find');

/**
 * What the wire says about a round's fairness (protocol fp/2, docs in the fairness room).
 *
 * Before the lock only the commitment is known; from the lock on the named beacon; from the settlement everything that
 * is needed to recompute. The lock is sent as its canonical text, so that what is hashed is what was sent.
 */
import { queryAt } from '../wire/call.ts';

export const getRoundProof = queryAt('fair.round', '/fair/round/:id');
export const findRound = queryAt('fair.find', '/fair/find');

/**
 * What staff see of the books of crypto: incidents, which no machine repairs, how a person closes one, how two credit what only a
 * balance shows; and tokens that are not taken. docs/runbook.md says what to do.
 */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Incidents of one page. */
export const INCIDENTS_PAGE = 50;
/** Tokens of one page. */
export const STRAYS_PAGE = 50;

export const listCryptoIncidents = queryAt('crypto.incidents', '/admin/crypto/incidents');
export const creditUnseenMoney = commandAt('crypto.incidents.credit', '/admin/crypto/incidents/credit');
export const refuseUnseenMoney = commandAt('crypto.incidents.refuse', '/admin/crypto/incidents/refuse');
export const closeCryptoIncident = commandAt('crypto.incidents.close', '/admin/crypto/incidents/close');
export const listAllCryptoStrays = queryAt('crypto.strays.all', '/admin/crypto/strays');

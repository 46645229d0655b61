/** What staff see of the books of crypto: incidents, which no machine repairs, and how a person closes one. docs/runbook.md says what to do. */
import { commandAt, queryAt } from './call.ts';

export type * from './schemas/crypto-incidents.ts';

/** Incidents of one page. */
export const INCIDENTS_PAGE = 50;

export const listCryptoIncidents = queryAt('crypto.incidents', '/admin/crypto/incidents');
export const creditUnseenMoney = commandAt('crypto.incidents.credit', '/admin/crypto/incidents/credit');
export const closeCryptoIncident = commandAt('crypto.incidents.close', '/admin/crypto/incidents/close');

/**
 * Incidents in the crypto books for staff: no machine repairs them, a person closes one, and two people together credit
 * money that only a balance shows. Also stray tokens. Procedures: docs/runbook.md.
 */
import { commandAt, queryAt } from '../../wire/call.ts';

export const INCIDENTS_PAGE = 50;
/** Tokens per page. */
export const STRAYS_PAGE = 50;

export const listCryptoIncidents = queryAt('crypto.incidents', '/admin/crypto/incidents');
export const creditUnseenMoney = commandAt('crypto.incidents.credit', '/admin/crypto/incidents/credit');
export const refuseUnseenMoney = commandAt('crypto.incidents.refuse', '/admin/crypto/incidents/refuse');
export const closeCryptoIncident = commandAt('crypto.incidents.close', '/admin/crypto/incidents/close');
export const listAllCryptoStrays = queryAt('crypto.strays.all', '/admin/crypto/strays');

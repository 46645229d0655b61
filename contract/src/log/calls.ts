/**
 * The public log on the wire: its signed head, inclusion proofs of rounds, and the results of its checks.
 *
 * The log itself is served as files below /api/fair/log (checkpoint, tile/..., see docs/decisions/0009): C2SP formats
 * that any monitor reads. Hashes are base64. No response has to be trusted: each one is checked against the checkpoint.
 */
import { queryAt } from '../wire/call.ts';

/** Rounds per page. */
export const LOG_PAGE = 20;

/** Builds of the client in one answer; older ones are in the log. */
export const CLIENT_BUILDS = 10;

/** Maximum number of findings in a report; the others are only counted. */
export const REPORT_FINDINGS = 50;

export const getLogHead = queryAt('log.head', '/fair/log/head');
export const getLogProof = queryAt('log.proof', '/fair/log/proof');
export const getLogConsistency = queryAt('log.consistency', '/fair/log/consistency');
export const listLoggedRounds = queryAt('log.rounds', '/fair/log/rounds');
export const listMyRounds = queryAt('log.mine', '/fair/log/mine');
export const getLogWitnesses = queryAt('log.witnesses', '/fair/log/witnesses');
export const listCosigned = queryAt('log.cosigned', '/fair/log/cosigned');
export const listLogReports = queryAt('log.reports', '/fair/log/reports');
export const listClientBuilds = queryAt('client.builds', '/fair/client');
export const getBuildProof = queryAt('client.proof', '/fair/client/proof');

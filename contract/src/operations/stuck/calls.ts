/** Rounds that could not be settled although their beacon is known, for ADMIN. Procedures: docs/runbook.md. */
import { queryAt } from '../../wire/call.ts';

/** Rounds per page. */
export const STUCK_PAGE = 50;

export const listStuckRounds = queryAt('rounds.stuck', '/admin/rounds/stuck');

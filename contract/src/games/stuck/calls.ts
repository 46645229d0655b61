/** Rounds that could not be settled although their beacon has spoken: what ADMIN sees of them. docs/runbook.md says what to do. */
import { queryAt } from '../../wire/call.ts';

/** Rounds of one page. */
export const STUCK_PAGE = 50;

export const listStuckRounds = queryAt('rounds.stuck', '/admin/rounds/stuck');

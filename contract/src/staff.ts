/** The staff desk: limits and instants that server and client share, and its own calls. Those of other rooms are in their files. */
import { queryAt } from './call.ts';

export type * from './schemas/staff.ts';

/** Characters of a reason, without the blanks around it. */
export const WHY_LEAST = 3;
export const WHY_MOST = 300;

/** A code counts as fresh for so long: what moves money or roles asks for a new one after it. */
export const STAFF_CODE_FRESH_MS = 5 * 60 * 1000;

export const listStaffActs = queryAt('staff.acts', '/admin/acts');

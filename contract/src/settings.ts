/** Settings that every client reads, and what the page needs to know about this server (mode, fees, beacons). */
import { queryAt } from './call.ts';

export type * from './schemas/settings.ts';

export const listSettings = queryAt('settings.list', '/settings/list');

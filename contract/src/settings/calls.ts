/** Settings that every client reads, and what the page needs to know about this server (mode, fees, beacons). */
import { queryAt } from '../wire/call.ts';

export const listSettings = queryAt('settings.list', '/settings/list');

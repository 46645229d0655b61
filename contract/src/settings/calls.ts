/** Settings that every client reads, and what the page has to know about this server (mode, fees, beacons). */
import { queryAt } from '../wire/call.ts';

export const listSettings = queryAt('settings.list', '/settings/list');

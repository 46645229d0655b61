/** The server's public settings: limits, fees, mode. Fetched once; the spec's defaults hold until they are here. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { cents } from '@fairpot/contract/money';
import { listSettings, type Settings } from '@fairpot/contract/settings';
import { ask } from '../calls/api.ts';
import { keyOf } from '../calls/query-client.ts';

/** Minimum bet before the settings are loaded (spec 9). */
export const DEFAULT_MINBET = cents(10_00);

const query = queryOptions({
  queryKey: keyOf(listSettings, {}),
  queryFn: ({ signal }) => ask(listSettings, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The settings, or undefined while they are not known. */
export function useSettings(): Settings | undefined {
  return useQuery(query).data;
}

/** Does `act` with the settings: at once where they are known, else as soon as they are; undefined when they cannot be had. */
export function useWithSettings(): (act: (settings: Settings | undefined) => void) => void {
  const known = useSettings();
  const client = useQueryClient();
  return (act) => {
    if (known !== undefined) act(known);
    else void client.ensureQueryData(query).then(act, () => act(undefined));
  };
}

/** The server's public settings: limits, fees, mode. Fetched once; the spec's defaults hold until they are here. */
import { useQuery } from '@tanstack/react-query';
import { cents } from '@fairpot/contract/money';
import { listSettings, type Settings } from '@fairpot/contract/settings';
import { ask } from '../calls/api.ts';
import { keyOf } from '../calls/query-client.ts';

/** Minimum bet before the settings are loaded (spec 9). */
export const DEFAULT_MINBET = cents(10_00);

/** The settings, or undefined while they are not known. */
export function useSettings(): Settings | undefined {
  const { data } = useQuery({
    queryKey: keyOf(listSettings, {}),
    queryFn: ({ signal }) => ask(listSettings, {}, { signal }),
    staleTime: 5 * 60_000,
  });
  return data;
}

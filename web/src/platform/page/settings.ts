/** The server's public settings: limits, fees, mode. Fetched once; until then the spec's defaults apply. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { cents } from '@fairpot/contract/wire/money';
import type { PauseSystem } from '@fairpot/contract/operations/pauses/calls';
import { listSettings } from '@fairpot/contract/settings/calls';
import type { Settings } from '@fairpot/contract/settings/schemas';
import { ask } from '../calls/api.ts';
import { keyOf, refetch, refetchAll } from '../calls/query-client.ts';
import { useTopic } from '../live/live.ts';

/** Minimum bet before the settings are loaded (spec 9). */
export const DEFAULT_MINBET = cents(10_00);

const query = queryOptions({
  queryKey: keyOf(listSettings, {}),
  queryFn: ({ signal }) => ask(listSettings, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The settings; undefined until loaded. */
export function useSettings(): Settings | undefined {
  return useQuery(query).data;
}

/** Calls `act` with the settings, as soon as they are loaded; with undefined if they cannot be loaded. */
export function useWithSettings(): (act: (settings: Settings | undefined) => void) => void {
  const known = useSettings();
  const client = useQueryClient();
  return (act) => {
    if (known !== undefined) act(known);
    else void client.ensureQueryData(query).then(act, () => act(undefined));
  };
}

/** Whether staff have paused this system. Until loaded it counts as running: the server refuses anyway. */
export function usePaused(system: PauseSystem): boolean {
  return useSettings()?.paused.includes(system) ?? false;
}

/** Keeps the settings fresh while mounted: changes and pauses by staff show on every page at once. */
export function useSiteFacts(): void {
  useTopic('site', {
    apply: (facts) => {
      void refetchAll(listSettings);
      // Other calls whose answers contain settings: those of the game or room in the setting's name.
      const rooms = new Set(facts.flatMap(({ body }) => body.keys.map((key) => key.split('.')[0])));
      void refetch({
        predicate: ({ queryKey: [name] }) => rooms.has(String(name).split('.')[0]),
      });
    },
    resync: () => void refetchAll(listSettings),
  });
}

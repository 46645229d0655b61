/** The server's public settings: limits, fees, mode. Fetched once; the spec's defaults hold until they are here. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { cents } from '@fairpot/contract/wire/money';
import type { PauseSystem } from '@fairpot/contract/operations/pauses/calls';
import type { SiteFact } from '@fairpot/contract/operations/pauses/schemas';
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

/** Whether staff have paused this. Unknown counts as running: the server refuses what it has to. */
export function usePaused(system: PauseSystem): boolean {
  return useSettings()?.paused.includes(system) ?? false;
}

/** Keeps the settings fresh while mounted: what staff change or pause shows on every page at once. */
export function useSiteFacts(): void {
  useTopic('site', {
    apply: (facts) => {
      void refetchAll(listSettings);
      // Answers that carry settings of their own: those of the game or the room that the setting is named after.
      const rooms = new Set(facts.flatMap(({ body }) => (body as SiteFact).keys.map((key) => key.split('.')[0])));
      void refetch({
        predicate: ({ queryKey: [name] }) => rooms.has(String(name).split('.')[0]),
      });
    },
    resync: () => void refetchAll(listSettings),
  });
}

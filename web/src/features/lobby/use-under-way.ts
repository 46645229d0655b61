/** The game under way on another page, while the pot of this one is empty: its ring then shows only how a round works. */
import { useQuery } from '@tanstack/react-query';
import { listCasebattles } from '@fairpot/contract/casebattle/calls';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { listCoinflips } from '@fairpot/contract/coinflip/calls';
import type { CoinflipList } from '@fairpot/contract/coinflip/schemas';
import { getJackpot } from '@fairpot/contract/jackpot/calls';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { ask } from '../../platform/calls/api.ts';
import { keyOf } from '../../platform/calls/query-client.ts';
import { pickUnderWay, type UnderWay } from './under-way.ts';

const AGAIN_MS = 30_000;

export function useUnderWay(): UnderWay | null {
  // The page asks for it and keeps it live.
  const pot = useQuery<JackpotState>({
    queryKey: keyOf(getJackpot, {}),
    queryFn: ({ signal }) => ask(getJackpot, {}, { signal }),
    enabled: false,
  }).data;
  const when = { enabled: pot?.game?.entries.length === 0, refetchInterval: AGAIN_MS };
  const coinflips = useQuery<CoinflipList>({
    queryKey: keyOf(listCoinflips, {}),
    queryFn: ({ signal }) => ask(listCoinflips, {}, { signal }),
    ...when,
  });
  const battles = useQuery<readonly Casebattle[]>({
    queryKey: keyOf(listCasebattles, {}),
    queryFn: ({ signal }) => ask(listCasebattles, {}, { signal }),
    ...when,
  });
  return when.enabled ? pickUnderWay(coinflips.data?.games ?? [], battles.data ?? []) : null;
}

/** The game under way on another page, while the pot of this one is empty: its ring then shows only how a round works. */
import { listCasebattles } from '@fairpot/contract/casebattle/calls';
import { listCoinflips } from '@fairpot/contract/coinflip/calls';
import { getJackpot } from '@fairpot/contract/jackpot/calls';
import { pickUnderWay, type UnderWay } from './under-way.ts';
import { useAsk } from '../../platform/calls/use-call.ts';

const AGAIN_MS = 30_000;

export function useUnderWay(): UnderWay | null {
  // The page asks for it and keeps it live.
  const pot = useAsk(getJackpot, {}, { enabled: false }).data;
  const when = { enabled: pot?.game?.entries.length === 0, refetchInterval: AGAIN_MS };
  const coinflips = useAsk(listCoinflips, {}, when);
  const battles = useAsk(listCasebattles, {}, when);
  return when.enabled ? pickUnderWay(coinflips.data?.games ?? [], battles.data ?? []) : null;
}

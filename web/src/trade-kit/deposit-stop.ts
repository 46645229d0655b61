/**
 * What stops a deposit of items, shown on its button before the click: the player's limits, the question before the first deposit, a break,
 * and frozen trades. The server decides again; until its answers arrive, nothing is stopped.
 */
import type { Cents } from '@fairpot/contract/wire/money';
import { withdrawTerms } from '@fairpot/contract/trades/calls';
import { messages } from '../messages.ts';
import { useAsk } from '../platform/calls/use-call.ts';
import { useStop, type StakeBlock } from '../platform/page/protection.ts';
import { useMe } from '../platform/page/session.ts';
import { usePaused } from '../platform/page/settings.ts';
import { steamTexts, texts } from './texts.ts';

const FROZEN: StakeBlock = {
  short: steamTexts.frozenShort,
  text: `${steamTexts.frozen} ${texts.contactSupport}`,
};
const PAUSED: StakeBlock = { short: steamTexts.depositsPaused, text: messages.say.systemPaused };

/** What stops a deposit worth `total`; null if nothing does. */
export function useDepositStop(total: Cents): StakeBlock | null {
  const limits = useStop('deposit', total);
  const me = useMe();
  const terms = useAsk(withdrawTerms, {}, { enabled: me !== null }).data;
  return (terms?.frozenAt ?? null) === null ? limits : FROZEN;
}

/** What stops a stake worth `total`. A stake from Steam is also a deposit, and what stops one stops both. */
export function useStakeStop(source: 'site' | 'steam', total: Cents): StakeBlock | null {
  const stake = useStop('stake', total);
  const deposit = useDepositStop(total);
  const paused = usePaused('deposit');
  if (stake !== null || source === 'site') return stake;
  return paused ? PAUSED : deposit;
}

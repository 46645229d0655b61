/**
 * What stands in the way of bringing items in, said on a button before it is pressed: the own limits, the question that comes before the
 * first of them, a break, and trades that stand still. The server decides again; until its answers are here, nothing is stopped.
 */
import type { Cents } from '@fairpot/contract/wire/money';
import { withdrawTerms } from '@fairpot/contract/trades/calls';
import { messages } from '../messages.ts';
import { useAsk } from '../platform/calls/use-call.ts';
import { useStop, type Stopped } from '../platform/page/protection.ts';
import { useMe } from '../platform/page/session.ts';
import { usePaused } from '../platform/page/settings.ts';

const FROZEN: Stopped = {
  short: messages.trade.frozenShort,
  text: `${messages.trade.frozen} Support can tell you more.`,
};
const PAUSED: Stopped = { short: messages.trade.depositsPaused, text: messages.say.systemPaused };

/** Of a deposit worth `total`; null: nothing. */
export function useDepositStop(total: Cents): Stopped | null {
  const limits = useStop('deposit', total);
  const me = useMe();
  const terms = useAsk(withdrawTerms, {}, { enabled: me !== null }).data;
  return (terms?.frozenAt ?? null) === null ? limits : FROZEN;
}

/** Of a stake worth `total`. From Steam it is a deposit, too, and stopped as one. */
export function useStakeStop(source: 'site' | 'steam', total: Cents): Stopped | null {
  const stake = useStop('stake', total);
  const deposit = useDepositStop(total);
  const paused = usePaused('deposit');
  if (stake !== null || source === 'site') return stake;
  return paused ? PAUSED : deposit;
}

/** Samples the player's balance while the page is open (balance-notes.ts). Mounted once, with the alarms above every page; renders nothing. */
import { useEffect } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useSession } from '../../platform/page/session.ts';
import { noteBalance } from './balance-notes.ts';

const SAMPLE_EVERY_MS = 60_000;

export function BalanceWatch() {
  const { status, user } = useSession();
  const { id } = user;
  const money = status === 'in' ? centsFromUsd(user.balanceUsd) + centsFromUsd(user.balanceUsdHold) : null;
  useEffect(() => {
    if (money === null) return;
    const sample = () => noteBalance(id, money, Date.now());
    sample();
    const timer = setInterval(sample, SAMPLE_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, money]);
  return null;
}

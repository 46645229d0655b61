/** Notes the player's balance while the page is open (balance-notes.ts). Mounted once, with the alarms over every page; draws nothing. */
import { useEffect } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useSession } from '../../platform/page/session.ts';
import { noteBalance } from './balance-notes.ts';

const LOOK_EVERY_MS = 60_000;

export function BalanceWatch() {
  const { status, user } = useSession();
  const { id } = user;
  const money = status === 'in' ? centsFromUsd(user.balanceUsd) + centsFromUsd(user.balanceUsdHold) : null;
  useEffect(() => {
    if (money === null) return;
    const look = () => noteBalance(id, money, Date.now());
    look();
    const again = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(again);
  }, [id, money]);
  return null;
}

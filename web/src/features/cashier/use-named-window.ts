/**
 * The window of the trade or payment that the address names (`?trade=trd_...`, `?payment=cor_...` or `cwd_...`): a link from the history or a
 * ticket leads to the very thing. The name goes out of the address, so that a reload does not open it again.
 */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { openModal } from '../../platform/page/modal.ts';
import '../../trade-kit/modals.ts';
import './crypto/modals.ts';

const ID = /^(trd|cor|cwd)_[0-9a-z]{26}$/;

export function useNamedWindow(): void {
  const [search, setSearch] = useSearchParams();
  const named = search.get('trade') ?? search.get('payment');
  useEffect(() => {
    if (named === null) return;
    setSearch({}, { replace: true, preventScrollReset: true });
    const [, kind] = ID.exec(named) ?? [];
    if (kind === 'trd') openModal('trade.confirm', { orderId: named });
    if (kind === 'cor') openModal('crypto.deposit', { orderId: named });
    if (kind === 'cwd') openModal('crypto.withdrawal', { withdrawalId: named });
  }, [named, setSearch]);
}

/**
 * Opens the window of the trade or payment in the URL (`?trade=trd_...`, `?payment=cor_...` or `cwd_...`), as links of the history and of
 * tickets have it. The parameter is then removed, so that a reload does not open the window again.
 */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { openModal } from '../../platform/page/modal.ts';
import '../../trade-kit/modals.ts';
import './crypto/modals.ts';

const ID = /^(trd|cor|cwd)_[0-9a-z]{26}$/;

export function useLinkedWindow(): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get('trade') ?? search.get('payment');
  useEffect(() => {
    if (id === null) return;
    setSearch({}, { replace: true, preventScrollReset: true });
    const [, kind] = ID.exec(id) ?? [];
    if (kind === 'trd') openModal('trade.confirm', { orderId: id });
    if (kind === 'cor') openModal('crypto.deposit', { orderId: id });
    if (kind === 'cwd') openModal('crypto.withdrawal', { withdrawalId: id });
  }, [id, setSearch]);
}

/** Shows an address only after this browser has verified its signature, with a note about the check. */
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listAddressKeys } from '@fairpot/contract/crypto/signatures/calls';
import { messages } from '../../../../messages.ts';
import { ask } from '../../../../platform/calls/api.ts';
import { ButtonLink } from '../../../../ui/controls/button.tsx';
import { EmptyState, NoAnswer } from '../../../../ui/states/states.tsx';
import { checkAddress, knownKey, rememberKey, type AddressCheck, type ShownAddress } from './address-check.ts';
import { texts as depositTexts } from './texts.ts';

const texts = depositTexts.address;

/** The result of this browser's check of an address; undefined while it runs. */
export function useAddressCheck(shown: ShownAddress) {
  return useQuery({
    queryKey: [listAddressKeys.name, 'check', shown.coin, shown.address, shown.signature],
    queryFn: async ({ signal }): Promise<AddressCheck> => {
      // Signature verification is its own chunk, loaded only once there is an address.
      const { verifies } = await import('@fairpot/fairness/tree/note');
      const { keys } = await ask(listAddressKeys, {}, { signal });
      const check = checkAddress(verifies, shown, keys, knownKey());
      if (check.state === 'signed') rememberKey(check.key);
      return check;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function CheckedAddress({ children, ...shown }: ShownAddress & { readonly children: ReactNode }) {
  const { data, error, refetch } = useAddressCheck(shown);
  if (!data) return <NoAnswer error={error} refetch={refetch} className="h-[220px]" />;
  if (data.state === 'refused') return <Refused why={data.why} />;
  return (
    <div className="grid gap-3">
      {children}
      <p className="flex gap-2 text-xs text-fg-2">
        <ShieldCheck aria-hidden size={15} className="mt-px shrink-0 text-ok" />
        <span>
          {texts.checked}{' '}
          <code className="font-mono" title={data.key}>
            {data.key.slice(0, 16)}
          </code>
          {texts.checkedAfter}
        </span>
      </p>
    </div>
  );
}

function Refused({ why }: { readonly why: string }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<ShieldAlert aria-hidden size={32} strokeWidth={1.5} className="text-bad" />}
        title={texts.refused}
        action={<ButtonLink to="/support">{messages.nav.support}</ButtonLink>}
      >
        {why + texts.refusedAfter}
      </EmptyState>
    </div>
  );
}

/** What is proven and by whom, and the short list of what is not. Used by the Fairplay page. */
import { BadgeCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { getLogWitnesses } from '@fairpot/contract/log/calls';
import {
  DEMO_CLAIM,
  DRAND_CLAIM,
  PROVEN,
  TRUST_TITLES,
  TRUSTED,
  WITNESS_CLAIMS,
  type TrustClaim,
} from './prose-texts.ts';
import { useAsk } from '../../platform/calls/use-call.ts';

/** The claim about the witnesses, by name; null while unknown. */
function useWitnessClaim(): TrustClaim | null {
  const { data } = useAsk(getLogWitnesses, {});
  if (!data) return null;
  const names = data.witnesses.map(({ name }) => name).join(', ');
  if (data.policy === null || names === '') return WITNESS_CLAIMS.none;
  return data.simulated ? WITNESS_CLAIMS.simulated(names) : WITNESS_CLAIMS.real(names);
}

export function TrustList({ simulated }: { readonly simulated: boolean }) {
  const witnesses = useWitnessClaim();
  const trusted = simulated ? [DEMO_CLAIM, ...TRUSTED.filter((claim) => claim !== DRAND_CLAIM)] : TRUSTED;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-extrabold">{TRUST_TITLES.section}</h2>
      <div className="grid gap-4 lg:grid-cols-2">
        <Claims
          title={TRUST_TITLES.proven}
          icon={<BadgeCheck aria-hidden size={20} className="text-ok" />}
          claims={PROVEN}
        />
        <Claims
          title={TRUST_TITLES.trusted}
          icon={<CircleHelp aria-hidden size={20} className="text-warn" />}
          claims={witnesses ? [...trusted, witnesses] : trusted}
        />
      </div>
    </section>
  );
}

interface ClaimsProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly claims: readonly TrustClaim[];
}

function Claims({ title, icon, claims }: ClaimsProps) {
  return (
    <div className="grid content-start gap-3 rounded-lg border border-line bg-ink-2 p-4 lg:p-6">
      <h3 className="flex items-center gap-2 text-base font-extrabold">
        {icon} {title}
      </h3>
      <ul className="grid gap-3">
        {claims.map(({ what, why }) => (
          <li key={what} className="text-sm">
            <p className="font-bold">{what}</p>
            <p className="text-fg-2">{why}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

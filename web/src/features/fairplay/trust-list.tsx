/** What is proven and by whom, and the short list of what is not. Called by the fair-play page. */
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { getLogWitnesses } from '@fairpot/contract/log/calls';
import { ask } from '../../platform/calls/api.ts';
import { keyOf } from '../../platform/calls/query-client.ts';

interface TrustClaim {
  readonly what: string;
  readonly why: string;
}

const PROVEN: readonly TrustClaim[] = [
  {
    what: 'The result follows from the stakes, the secret and the beacon.',
    why: 'Your browser recomputes it, and so does anybody with the proof, without us.',
  },
  {
    what: 'The secret was fixed before the stakes.',
    why: 'Its hash was shown when the round opened. A browser that saw it then compares it.',
  },
  {
    what: 'The result cannot be hidden.',
    why:
      'The secret is sealed to the beacon round that the lock names. From then on anybody opens it, and a seal ' +
      'that does not open is proof against us.',
  },
  {
    what: 'The stakes were locked before the beacon spoke.',
    why:
      'Your browser notes when it first saw the lock, by its own clock, and holds that clock against the newest ' +
      'round of the beacon itself. If it was too late, the seal says “Seen late” and never “Verified”; if your ' +
      'clock is wrong, the seal says that.',
  },
  {
    what: 'Everybody is told one story.',
    why:
      'Every opening, lock and result is in a public log that only grows. Browsers compare its head with the one ' +
      'they saw before, and witnesses outside cosign it; the check of a round says which of them stand on its ' +
      'lock.',
  },
];

/** The rest. `demo` stands first where the site plays the beacon. */
const TRUSTED: readonly TrustClaim[] = [
  {
    what: 'That you are paid.',
    why:
      'Arithmetic shows who won. That the winnings reach your account is our promise; your account’s history is ' +
      'where you see it.',
  },
  {
    what: 'That two accounts are two people.',
    why: 'Nothing shows who is behind an account. Bots of the house wear a badge because we put it there.',
  },
  {
    what: 'That drand’s members do not conspire.',
    why: 'More than half of independent organisations would have to work together to know a number early.',
  },
  {
    what: 'When a round was locked that nobody outside watched.',
    why:
      'If no browser saw the lock in time and no witness cosigned it, the order in the log is our word. The check ' +
      'of a round says so.',
  },
];

const DEMO: TrustClaim = {
  what: 'In this demo: that the beacon is not read ahead.',
  why:
    'The site plays the beacon itself with a key of its own, and whoever holds the key knows the future: every ' +
    'result before the stakes are locked. No check can show that. It is play money only; with real value the ' +
    'beacon is drand.',
};

/** Who watches the log from outside, by name; null as long as this cannot be said. */
function useWitnessClaim(): TrustClaim | null {
  const { data } = useQuery({
    queryKey: keyOf(getLogWitnesses, {}),
    queryFn: ({ signal }) => ask(getLogWitnesses, {}, { signal }),
  });
  if (!data) return null;
  const names = data.witnesses.map(({ name }) => name).join(', ');
  if (data.policy === null || names === '')
    return {
      what: 'That everybody is shown the same log, while no witness watches it.',
      why: 'This site names no witness now. Two logs for two people show only when the two compare what they saw.',
    };
  return data.simulated
    ? {
        what: `In this demo: that ${names} is somebody else.`,
        why: 'It is not: this site runs it, to show how a witness works. With real value the witnesses are others.',
      }
    : {
        what: `That the witnesses do not conspire with us: ${names}.`,
        why:
          'They are run by others, and anybody can run one more. Enough of them together with this site could ' +
          'vouch for a second log.',
      };
}

export function TrustList({ simulated }: { readonly simulated: boolean }) {
  const witnesses = useWitnessClaim();
  const trusted = simulated ? [DEMO, ...TRUSTED.filter(({ what }) => !what.includes('drand'))] : TRUSTED;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-extrabold">What is proven, and what you still have to trust</h2>
      <div className="grid gap-4 lg:grid-cols-2">
        <Claims
          title="Proven, by your own browser"
          icon={<BadgeCheck aria-hidden size={20} className="text-ok" />}
          claims={PROVEN}
        />
        <Claims
          title="A matter of trust"
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

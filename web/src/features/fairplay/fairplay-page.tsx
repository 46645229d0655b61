/**
 * The page at /fairplay: how a round is made fair, and a check of any round in the browser.
 *
 * Reached from the game's view and the history (`?game=..&hash=..&secret=..`), by round id (`?round=..`), or by a pasted or
 * dropped proof. The verifier is loaded with the page, so the check needs no network.
 */
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, OctagonX, Scale } from 'lucide-react';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { startWorker } from '../../fairness/client.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { readAddress } from './address.ts';
import type { RoundInput } from './address.ts';
import { loadRound, SCRIPTED } from './load-round.ts';
import type { LoadedRound } from './load-round.ts';
import { ProofInput } from './proof-input.tsx';
import { ProtocolTimeline } from './protocol-timeline.tsx';
import { RoundCheck, type RoundCheckProps } from './round-check.tsx';
import { TrustList } from './trust-list.tsx';
import { texts } from './texts.ts';

export interface FairplayPageProps {
  /** The public log, from another feature: its panel, and the position of one round in it. */
  readonly log: {
    readonly Panel: ComponentType<{ readonly onPick: (roundId: string) => void }>;
    readonly Round: RoundCheckProps['InLog'];
  };
  /** What this browser knows of the page's own code, from another feature. */
  readonly client: ReactNode;
}

export function FairplayPage({ log, client }: FairplayPageProps) {
  const [search, setSearch] = useSearchParams();
  const wanted = useMemo(() => readAddress(search), [search]);
  const beacon = useSettings()?.beacon;
  const simulated = beacon?.simulated ?? false;
  const [given, setGiven] = useState<unknown>(null);
  const asked = wanted.hash ?? wanted.roundId ?? wanted.secret;
  useEffect(() => void startWorker(), []);
  const loading = useQuery({
    queryKey: ['fairplay.round', wanted],
    queryFn: () => loadRound(wanted),
    enabled: asked !== null && given === null,
    staleTime: Infinity,
    networkMode: 'always',
  });

  const onTyped = (typed: Exclude<RoundInput, { kind: 'unknown' }>) => {
    if (typed.kind === 'proof') return setGiven(typed.proof);
    setGiven(null);
    if (typed.kind === 'round') setSearch({ round: typed.roundId });
    if (typed.kind === 'hash') setSearch({ hash: typed.hash });
    if (typed.kind === 'secret') setSearch({ secret: typed.secret });
  };
  const proof = given ?? loading.data?.proof ?? null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={texts.page.title}
        lead={texts.page.lead}
        actions={
          <ButtonLink to="/fairplay/solvency" icon={<Scale aria-hidden size={16} />}>
            {texts.page.solvency}
          </ButtonLink>
        }
      />
      {/* both have the place from the first paint on, so that nothing moves when the server says which one holds */}
      <div className="-mt-6 grid text-sm *:[grid-area:1/1]">
        <p className={cx('font-semibold text-warn', beacon?.simulated !== true && 'invisible')}>{texts.page.demo}</p>
        <p className={cx('text-fg-2', beacon?.simulated !== false && 'invisible')}>{texts.page.drand}</p>
      </div>
      <ProofInput busy={loading.isFetching} onTyped={onTyped} />
      {given === null && loading.isError && !loading.data && (
        <ErrorState error={loading.error} onRetry={() => void loading.refetch()} reassurance={texts.page.offline} />
      )}
      {given === null && loading.isLoading && <Skeleton className="h-64" />}
      {given === null && loading.data && <Commitment loaded={loading.data} />}
      {proof !== null && <RoundCheck raw={proof} InLog={log.Round} />}
      <section className="grid gap-3">
        <h2 className="text-xl font-extrabold">{texts.page.how}</h2>
        <ProtocolTimeline simulated={simulated} />
      </section>
      <TrustList simulated={simulated} />
      <log.Panel
        onPick={(round) => {
          setGiven(null);
          setSearch({ round });
          scrollTo({ top: 0 });
        }}
      />
      {client}
      <CommandLine />
    </div>
  );
}

/** The first check, made before anything is fetched: does the secret match the hash of the address? */
function Commitment({ loaded: { committed, missing } }: { readonly loaded: LoadedRound }) {
  const broken = committed?.matches === false;
  return (
    <>
      {committed && committed.matches !== null && (
        <div
          role={broken ? 'alert' : undefined}
          className={cx(
            'flex items-start gap-3 rounded-lg border-2 p-4',
            broken ? 'border-bad bg-bad text-ink-0' : 'border-line bg-ink-2',
          )}
        >
          {broken ? (
            <OctagonX aria-hidden size={24} className="shrink-0" />
          ) : (
            <BadgeCheck aria-hidden size={24} className="shrink-0 text-ok" />
          )}
          <div className="min-w-0 text-sm">
            <p className="font-extrabold">{broken ? texts.commitment.broken : texts.commitment.matches}</p>
            <p className={cx('font-mono text-xs break-all', !broken && 'text-fg-2')}>
              sha256(secret) = {committed.hash}
            </p>
          </div>
        </div>
      )}
      {missing !== null && (
        <p
          className={cx(
            'rounded-lg border bg-ink-2 p-4 text-sm text-fg-2',
            missing === SCRIPTED ? 'border-warn' : 'border-line',
          )}
        >
          {missing === SCRIPTED && (
            <strong className="mb-1 block text-base font-extrabold text-warn">{SCRIPTED_MARK}</strong>
          )}
          {missing}
        </p>
      )}
    </>
  );
}

function CommandLine() {
  return (
    <section className="grid gap-2 rounded-lg border border-line bg-ink-2 p-4 lg:p-6">
      <h2 className="text-lg font-extrabold">{texts.commandLine.title}</h2>
      <p className="max-w-[72ch] text-sm text-fg-2">{texts.commandLine.text}</p>
      <CopyText text="npm run verify -- ROUND.json" label={texts.commandLine.label} className="max-w-md" />
    </section>
  );
}

/**
 * The head of the first page: what the site is, totals since the first round, and the newest results. Its frame is in the first HTML and has its
 * final height, so that nothing moves when the answers arrive.
 */
import { Suspense, type ReactNode } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useResults } from '../../results-kit/use-results.ts';
import { Money } from '../../ui/values/money.tsx';
import './lobby.css';
import { texts } from './texts.ts';
import { later, leaveOut } from '../../ui/states/boundary.tsx';

const load = () => import('./strip.tsx');
const Strip = later(async () => (await load()).Strip, leaveOut);
const Checked = later(async () => (await load()).Checked, leaveOut);

const NOT_YET = <span aria-hidden>–</span>;

export function Lobby() {
  const { data, error, refetch } = useResults();
  const totals = data?.totals;
  return (
    <section aria-label={texts.label} className="@container mb-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <p className="grid text-lg leading-tight font-black tracking-[-0.01em] text-balance @min-[940px]:text-xl">
          {texts.claim} <span className="text-volt">{texts.promise}</span>
        </p>
        <dl className="lobby-totals">
          <Total name={texts.totals.rounds}>{totals?.rounds.toLocaleString('en-US')}</Total>
          <Total name={texts.totals.paid}>{totals && <Money cents={centsFromUsd(totals.paidUsd)} />}</Total>
          <Total name={texts.totals.checked}>
            {data && (
              <Suspense fallback={NOT_YET}>
                <Checked results={data.results} />
              </Suspense>
            )}
          </Total>
        </dl>
      </div>
      <div className="lobby-strip">
        {data || error ? (
          <Suspense fallback={<div aria-busy className="lobby-row" />}>
            <Strip results={data?.results ?? null} onRetry={() => void refetch()} />
          </Suspense>
        ) : (
          <div aria-busy className="lobby-row" />
        )}
      </div>
    </section>
  );
}

function Total({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-2xs text-fg-2 sm:text-xs">{name}</dt>
      <dd className="text-base font-black whitespace-nowrap tabular-nums sm:text-lg">{children ?? NOT_YET}</dd>
    </div>
  );
}

/** The landing page. The jackpot is not open yet, so it says so, and leads to the game that is. */
import { Dices, ShieldCheck, Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '@fairpot/contract/money';
import { useSettings } from '../../platform/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyRing, TwoCoins } from './art.tsx';
import { useOpenCoinflips } from './open-coinflips.ts';
import type { OpenCoinflips } from './summarise.ts';

export function JackpotPage() {
  return (
    <>
      <PageHead
        title="Jackpot"
        lead="The pot is not open yet. The coin is: pick a side, and check the result yourself."
      />
      <div className="grid gap-4">
        <CoinflipHero />
        <Steps />
        <ComingPot />
      </div>
    </>
  );
}

function CoinflipHero() {
  const { open, paused, error, refetch } = useOpenCoinflips();
  return (
    <section aria-label="Coinflip" className="panel overflow-hidden rounded-xl border border-line bg-ink-2">
      <div className="grid items-center gap-6 p-5 md:grid-cols-[1fr_auto] lg:p-8">
        <div>
          <p className="inline-block rounded-sm bg-volt px-2 py-0.5 text-2xs font-extrabold text-volt-ink">
            {paused ? 'PAUSED' : 'OPEN NOW'}
          </p>
          <h2 className="mt-3 text-pot leading-none font-black tracking-[-0.03em]">Coinflip</h2>
          <p className="mt-3 max-w-[46ch] text-fg-2">
            Two players, two sides, one coin. What you stake is your share of the coin, and the chance on screen is the
            chance that the draw uses.
          </p>
          <div className="mt-6 grid gap-2 sm:flex sm:flex-wrap">
            <ButtonLink to="/coinflip" variant="primary" size="lg">
              {open && open.waiting > 0 ? 'See the open games' : 'Open a game'}
            </ButtonLink>
            <ButtonLink to="/fairplay" size="lg">
              How it is drawn
            </ButtonLink>
          </div>
        </div>
        <TwoCoins className="w-[300px] max-w-full justify-self-center max-md:order-first max-md:w-[180px] lg:w-[340px]" />
      </div>
      <Scoreboard open={open} failed={error !== null} retry={() => void refetch()} />
    </section>
  );
}

interface ScoreboardProps {
  readonly open: OpenCoinflips | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Real numbers from the table; a dash until they are known, never a guess. */
function Scoreboard({ open, failed, retry }: ScoreboardProps) {
  if (failed && !open) {
    return (
      <p className="flex min-h-24 flex-wrap items-center gap-x-3 border-t border-line bg-ink-1 px-5 text-sm text-fg-2 lg:px-8">
        The table cannot be read right now.
        <button type="button" onClick={retry} className="min-h-(--control) font-bold text-volt underline">
          Try again
        </button>
      </p>
    );
  }
  return (
    <dl
      aria-busy={open === null}
      className="grid divide-line border-t border-line bg-ink-1 max-sm:divide-y sm:grid-cols-3 sm:divide-x"
    >
      <Score label="Games waiting">{open ? open.waiting : '–'}</Score>
      <Score label="On the table">{open ? formatUsd(open.onTable) : '–'}</Score>
      <Score label="Join from">{open?.cheapest ? formatUsd(open.cheapest) : '–'}</Score>
    </dl>
  );
}

function Score({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center justify-between gap-x-4 px-5 py-2 sm:min-h-24 sm:flex-col sm:items-start sm:justify-center lg:px-8">
      <dt className="truncate text-xs text-fg-2">{label}</dt>
      <dd className="max-w-full truncate text-xl font-black tracking-[-0.02em] md:text-h1">{children}</dd>
    </div>
  );
}

const STEPS = [
  {
    icon: Stamp,
    title: 'Sealed first',
    text: 'Before anyone stakes, the round’s secret is fixed and its hash is on screen. Nobody can change it later, us included.',
  },
  {
    icon: Dices,
    title: 'Drawn in public',
    text: 'The rest of the randomness is a public beacon’s next value. It does not exist yet when the stakes are locked.',
  },
  {
    icon: ShieldCheck,
    title: 'Checked by you',
    text: 'Your browser recomputes every result from the published parts, and says loudly when something does not match.',
  },
] as const;

function Steps() {
  return (
    <ol className="grid gap-4 md:grid-cols-3">
      {STEPS.map(({ icon: Icon, title, text }, i) => (
        <li key={title} className="rounded-lg border border-line bg-ink-2 p-5">
          <span className="flex items-center gap-3">
            <span className="text-xl font-black text-volt">{i + 1}</span>
            <h2 className="flex-1 text-lg font-bold">{title}</h2>
            <Icon aria-hidden size={20} className="text-fg-3" />
          </span>
          <p className="mt-2 text-sm text-fg-2">{text}</p>
        </li>
      ))}
    </ol>
  );
}

function ComingPot() {
  const settings = useSettings();
  const fee = settings ? `${settings.jackpot.feeBps / 100} %` : 'small, fixed';
  return (
    <Panel title="What the jackpot will be">
      <div className="grid items-center gap-6 md:grid-cols-[200px_1fr]">
        <div className="relative mx-auto w-[200px]">
          <EmptyRing className="w-full" />
          <p className="absolute inset-0 grid place-content-center text-center text-sm font-bold">
            Not open
            <br />
            yet
          </p>
        </div>
        <ul className="grid gap-2.5 text-fg-2">
          <li>One pot for everyone. Every cent you put in is one ticket, in order of entry.</li>
          <li>The clock starts when two different players are in; late entries leave everyone at least ten seconds.</li>
          <li>One ticket is drawn. The pointer turns to that very ticket, and the proof stands on the same panel.</li>
          <li>
            The {fee} fee is named before you stake and is never taken from the winner’s own items.{' '}
            <Link to="/faq" className="font-semibold text-volt underline">
              More in the FAQ
            </Link>
          </li>
        </ul>
      </div>
    </Panel>
  );
}

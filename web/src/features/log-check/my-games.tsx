/** 'Verify all my games': recomputes and looks up each settled round of the player, with a running count. */
import { BadgeCheck, OctagonX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LoginButton, LoginOr } from '../../games-kit/page-parts.tsx';
import { textOfError } from '../../platform/calls/api.ts';
import { useSession } from '../../platform/page/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { checkMyRounds, type MyRoundsProgress } from './check-my-rounds.ts';
import { texts } from './texts.ts';

type CheckRun =
  | { readonly state: 'idle' }
  | { readonly state: 'running' | 'done'; readonly progress: MyRoundsProgress }
  | { readonly state: 'failed'; readonly text: string };

const NOTHING: MyRoundsProgress = { done: 0, right: 0, problems: [] };

export function MyGames({ onPick }: { readonly onPick: (roundId: string) => void }) {
  const signedOut = useSession().status === 'out';
  const [run, setRun] = useState<CheckRun>({ state: 'idle' });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async () => {
    const abort = new AbortController();
    stop.current = abort;
    setRun({ state: 'running', progress: NOTHING });
    try {
      const progress = await checkMyRounds(abort.signal, (now) => setRun({ state: 'running', progress: now }));
      setRun({ state: 'done', progress });
    } catch (error) {
      if (!abort.signal.aborted) setRun({ state: 'failed', text: textOfError(error) });
    }
  };
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 className="font-bold">{texts.mine.title}</h3>
          <p className="text-sm text-fg-2">{signedOut ? texts.mine.signIn : texts.mine.about}</p>
        </div>
        <LoginOr login={<LoginButton />}>
          <Button busy={run.state === 'running'} onClick={() => void start()}>
            {texts.mine.button}
          </Button>
        </LoginOr>
      </div>
      <div aria-live="polite">
        {run.state === 'failed' && <p className="text-sm text-bad">{run.text}</p>}
        {(run.state === 'running' || run.state === 'done') && (
          <Outcome progress={run.progress} done={run.state === 'done'} onPick={onPick} />
        )}
      </div>
    </section>
  );
}

interface OutcomeProps {
  readonly progress: MyRoundsProgress;
  readonly done: boolean;
  readonly onPick: (roundId: string) => void;
}

function Outcome({ progress: { done: count, right, problems }, done, onPick }: OutcomeProps) {
  if (done && count === 0) return <p className="text-sm text-fg-2">{texts.mine.none}</p>;
  const bad = problems.length > 0;
  const Icon = bad ? OctagonX : BadgeCheck;
  return (
    <div
      className={cx('grid gap-2 rounded-md border p-3 text-sm', bad ? 'border-2 border-bad' : 'border-line bg-ink-1')}
    >
      <p className="flex items-center gap-2 font-bold tabular-nums">
        <Icon aria-hidden size={20} className={bad ? 'text-bad' : 'text-ok'} />
        {texts.mine.progress(right.toLocaleString('en-US'), count.toLocaleString('en-US'), done)}
      </p>
      <ul className="grid gap-2">
        {problems.map(({ roundId, problem }) => (
          <li key={roundId} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 flex-1 wrap-anywhere text-bad">{texts.mine.problem(roundId, problem)}</span>
            <Button onClick={() => onPick(roundId)}>{texts.mine.steps}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** 'Battle fairness': what this battle's chance comes from, to copy, and the way to the page that recomputes it. */
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSeal } from '../../fairness/watcher.ts';
import { SealPanel } from '../../fairness/seal-view.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ScriptedNote } from '../../ui/scripted-mark.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { fairplayLink } from '../fairplay/address.ts';
import './modals.ts';
import { shownSeal } from './proof-panel.tsx';
import { useBattle } from './use-battles.ts';
import { useStage } from './use-stage.ts';
import type { CasebattleDetails } from '@fairpot/contract/casebattle';

export function FairnessModal({ gameId }: { readonly gameId: string }) {
  const { data, error, refetch } = useBattle(gameId);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Fairness battle={data} /> : <Skeleton className="h-72" />;
}

const NONE = 'None: nothing is drawn';

function Fairness({ battle }: { readonly battle: CasebattleDetails }) {
  const { shown, stage } = useStage(battle);
  const seal = useSeal(battle.id);
  return (
    <div className="grid gap-4">
      {battle.scripted ? (
        <ScriptedNote />
      ) : (
        <p className="text-sm text-fg-2">
          Every drop comes from three things at once: a secret that was sealed before the first seat was taken, an EOS
          block and a drand round that did not exist when the last seat was taken. Nobody knows all three before the
          reels.
        </p>
      )}
      <dl className="grid gap-3 text-sm">
        <Row name="Battle ID">
          <CopyText text={battle.id} label="Battle ID" />
        </Row>
        <Row name="EOS block number">
          {battle.fairBlock === null ? (
            <Open>{battle.scripted ? NONE : 'Named when the last seat is taken'}</Open>
          ) : (
            <CopyText text={String(battle.fairBlock)} label="EOS block number" />
          )}
        </Row>
        <Row name="EOS block ID">
          {battle.fairSeed === null ? (
            <Open>{battle.scripted ? NONE : 'Known when that block is made'}</Open>
          ) : (
            <CopyText text={battle.fairSeed} label="EOS block ID" />
          )}
        </Row>
        <Row name="Hash">
          <CopyText text={battle.hash} label="Hash" />
        </Row>
      </dl>
      {seal && !battle.scripted && <SealPanel seal={shownSeal(seal, stage)} />}
      <ButtonLink
        variant="primary"
        size="lg"
        to={fairplayLink({ game: 'casebattle', hash: battle.hash, secret: shown.secret })}
        icon={<ShieldCheck aria-hidden size={18} />}
      >
        Provably Fair page
      </ButtonLink>
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="font-semibold">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Open({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex min-h-[calc(var(--control)+2px)] items-center rounded-md border border-dashed border-line-strong px-3 text-xs text-fg-2">
      {children}
    </span>
  );
}

/** The check of one round: verdict, picture of the draw, steps, and other inputs to try. Used by the page. */
import type { ComponentType } from 'react';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import { ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DrawPicture } from './draw-picture.tsx';
import { StepList } from './step-list.tsx';
import { useVerification } from './use-verification.ts';
import { VerdictHead } from './verdict-head.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';
import { texts } from './texts.ts';

export interface RoundCheckProps {
  /** A proof of any shape. */
  readonly raw: unknown;
  /** Shows the position of the round in the public log. */
  readonly InLog: ComponentType<{ readonly proof: RoundProof }>;
}

export function RoundCheck({ raw, InLog }: RoundCheckProps) {
  const verification = useVerification(raw);
  if (verification.state === 'working') return <Skeleton className="h-64" />;
  if (verification.state === 'failed') return <ErrorState error={null} reassurance={texts.verdict.failed} />;
  const { result, tookMs } = verification;
  // A picture exists only if the verifier's parser accepted the proof, so its shape is valid.
  const proof = result.picture ? (raw as RoundProof) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <VerdictHead verdict={result.verdict} proof={proof} raw={raw} tookMs={tookMs} />
      {proof && result.verdict.ok && <InLog proof={proof} />}
      {result.picture && proof && (
        <Panel title={texts.draw.title(result.picture.draws.length)}>
          <DrawPicture picture={result.picture} lock={proof.lock} />
        </Panel>
      )}
      <StepList steps={result.verdict.steps} />
      {proof && <WhatIfPanel key={proof.roundId} proof={proof} />}
    </div>
  );
}

/** The staff member's second factor: setup where it is optional (a demo), and the number of recovery codes left. */
import { staffCodes } from '@fairpot/contract/staff/calls';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NoAnswer } from '../../../ui/states/states.tsx';
import { StartSetup, FinishSetup } from './code-gate.tsx';
import { texts } from './texts.ts';

export function MySignInScreen() {
  const { data, error, refetch } = useAsk(staffCodes, {});
  return (
    <>
      <PageHead title={texts.ownTitle} />
      <Panel className="max-w-[640px]">
        {!data && <NoAnswer error={error} refetch={refetch} className="h-40" />}
        {data?.state === 'none' && <StartSetup />}
        {data?.state === 'begun' && <FinishSetup />}
        {data?.state === 'on' && <p className="text-fg-2">{texts.ready(data.recoveryLeft)}</p>}
      </Panel>
    </>
  );
}

/** Three features on one page: the rounds, the public log that contains them, and the check of the page's own code. One file for a browser to load. */
import { ClientPanel } from './features/client-check/client-panel.tsx';
import { FairplayPage } from './features/fairplay/fairplay-page.tsx';
import { LogPanel } from './features/log-check/log-panel.tsx';
import { RoundInLog } from './features/log-check/round-in-log.tsx';

const LOG = { Panel: LogPanel, Round: RoundInLog };

export function Fairplay() {
  return <FairplayPage log={LOG} client={<ClientPanel />} />;
}

/** /developers: how a program begins, what an API key can do, and the reference of all calls with trying them. */
import { FileJson } from 'lucide-react';
import { API_KEY_LIMIT } from '@fairpot/contract/keys/calls';
import { siteOrigin } from '../../platform/page/site-origin.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { namedWith } from '../../ui/values/named.tsx';
import { CodeBlock } from './code-block.tsx';
import { DOCUMENT_PATH, Reference } from './reference.tsx';
import { texts } from './texts.ts';

const LINK = 'font-semibold text-fg underline underline-offset-2 hover:text-volt';

export function DevelopersPage() {
  return (
    <>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        actions={
          <a href={DOCUMENT_PATH} className={buttonClass('secondary')}>
            <FileJson aria-hidden size={16} />
            {texts.document}
          </a>
        }
      />
      <div className="@container grid gap-4">
        <div className="grid gap-4 @min-[820px]:grid-cols-2">
          <Start />
          <Rules />
        </div>
        <Reference />
      </div>
    </>
  );
}

function Start() {
  const site = siteOrigin();
  const call = `curl -H "Authorization: Bearer fp_…" \\\n  ${site}/api/user`;
  const client =
    "import { connect } from 'fairpot-client';\n\n" +
    `const fairpot = connect({ site: '${site}', key: 'fp_…' });\n` +
    "const { games } = await fairpot.call('coinflip.list');\n" +
    "fairpot.follow(['player'], { onFact: ({ body }) => console.log(body) });";
  const verify = `npm run verify -- rnd_… --site ${site}\npython3 docs/how-to/read_round.py ${site} rnd_…`;
  return (
    <Panel title={texts.start.title}>
      <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-4 pl-5 text-sm text-fg-2 marker:font-bold">
        <li>
          {texts.start.key}{' '}
          <Link to="/profile?tab=account" className={LINK}>
            {texts.start.keyLink}
          </Link>
        </li>
        <li>
          <p className="mb-2">{texts.start.call}</p>
          <CodeBlock label={texts.start.call} code={call} copy={texts.start.copy} />
        </li>
        <li>
          <p className="mb-2">{texts.start.client}</p>
          <CodeBlock label={texts.start.client} code={client} copy={texts.start.copy} />
          <p className="mt-2">{texts.start.bot}</p>
        </li>
        <li>
          <p className="mb-2">{texts.start.verify}</p>
          <CodeBlock label={texts.start.verify} code={verify} copy={texts.start.copy} />
        </li>
      </ol>
    </Panel>
  );
}

function Rules() {
  const { rules } = texts;
  const isDemo = useSettings()?.global.mode === 'demo';
  return (
    <Panel title={rules.title}>
      <dl className="grid gap-3 text-sm">
        <Rule name={rules.read}>{rules.readText}</Rule>
        <Rule name={rules.play}>
          {rules.playText} {isDemo ? rules.playDemo : rules.playLive}
        </Rule>
        <Rule name={rules.never}>{rules.neverText}</Rule>
        <Rule name={rules.limits}>{rules.limitsText(API_KEY_LIMIT.max, API_KEY_LIMIT.perMs / 1_000)}</Rule>
        <Rule name={rules.repeat}>{rules.repeatText}</Rule>
        <Rule name={rules.live}>{rules.liveText}</Rule>
        <Rule name={rules.verify}>
          {rules.verifyText}{' '}
          <Link to="/fairplay" className={LINK}>
            {rules.verifyLink}
          </Link>
          {' · '}
          <a href="/checker.html" className={LINK}>
            {rules.checker}
          </a>
        </Rule>
      </dl>
    </Panel>
  );
}

const Rule = namedWith('grid gap-x-4 @min-[420px]:grid-cols-[7rem_1fr]', 'font-bold', 'text-fg-2');

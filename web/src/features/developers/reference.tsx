/** All calls that a program can make, from the site's own OpenAPI document: search, parameters, answers, refusals, and trying them. */
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, SearchX } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { ApiRefusal, refusalOf } from '../../platform/calls/api.ts';
import { SearchField, Select } from '../../ui/controls/fields.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState, NoAnswer } from '../../ui/states/states.tsx';
import { CodeBlock } from './code-block.tsx';
import { callsOf, groupsOf, refusalsOf, responseOf, schemaText, type ApiCall, type ApiDocument } from './openapi.ts';
import { texts as pageTexts } from './texts.ts';
import { TryCall } from './try-call.tsx';

const texts = pageTexts.reference;
export const DOCUMENT_PATH = '/api/openapi.json';

async function readDocument({ signal }: { readonly signal: AbortSignal }): Promise<ApiCall[]> {
  const reply = await fetch(DOCUMENT_PATH, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiRefusal({ message: 'Network Error', text: messages.network.unreachable, status: 0 });
  });
  if (!reply.ok) throw refusalOf(reply.status, null);
  return callsOf((await reply.json()) as ApiDocument);
}

type Which = 'keys' | 'all';
const WHICH = [
  { value: 'keys', label: texts.forKeys },
  { value: 'all', label: texts.all },
] as const;

export function Reference() {
  const { data, error, refetch } = useQuery({ queryKey: ['openapi'], queryFn: readDocument, staleTime: Infinity });
  const [search, setSearch] = useState('');
  const [which, setWhich] = useState<Which>('keys');
  const wanted = useDeferredValue(search);
  const groups = groupsOf(data ?? [], wanted, which === 'all');
  const count = groups.reduce((sum, [, calls]) => sum + calls.length, 0);
  return (
    <Panel
      id="reference"
      title={texts.title}
      flush
      actions={data && <p className="text-sm text-fg-2 tabular-nums">{texts.count(count)}</p>}
    >
      <div className="flex flex-wrap items-center gap-3 border-b border-line p-4 lg:px-6">
        <SearchField label={texts.search} value={search} onChange={setSearch} className="min-w-56 flex-1" />
        <Select label={texts.which} options={WHICH} value={which} onChange={setWhich} />
      </div>
      {!data ? (
        <NoAnswer error={error} refetch={refetch} className="m-4 h-96" />
      ) : groups.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      ) : (
        groups.map(([group, calls]) => (
          <section key={group} aria-label={group}>
            <h3 className="bg-ink-1 px-4 py-2 text-sm font-bold text-fg-2 lg:px-6">{group}</h3>
            <ul className="divide-y divide-line">
              {calls.map((call) => (
                <Call key={call.name} call={call} />
              ))}
            </ul>
          </section>
        ))
      )}
    </Panel>
  );
}

function Call({ call }: { readonly call: ApiCall }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details className="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary
          className={
            'grid cursor-pointer list-none grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-0.5 px-4 py-3 ' +
            'transition-colors hover:bg-ink-3 lg:px-6 [&::-webkit-details-marker]:hidden'
          }
        >
          <span className={cx('w-11 font-mono text-xs font-bold', call.method === 'GET' ? 'text-info' : 'text-volt')}>
            {call.method}
          </span>
          <code className="min-w-0 font-mono text-sm wrap-anywhere">{call.path}</code>
          <span className="flex items-center gap-2">
            <span className="rounded-sm bg-ink-4 px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap text-fg-2">
              {texts.access[call.access ?? 'session']}
            </span>
            <ChevronDown aria-hidden size={16} className="text-fg-3 transition-transform group-open:rotate-180" />
          </span>
          <span className="col-span-full text-sm text-fg-2 sm:col-start-2">{call.summary}</span>
        </summary>
        {isOpen && <CallDetails call={call} />}
      </details>
    </li>
  );
}

function CallDetails({ call }: { readonly call: ApiCall }) {
  const { operation, access } = call;
  const body = operation.requestBody?.content['application/json'].schema;
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
  return (
    <div className="@container grid gap-4 px-4 pb-5 lg:px-6">
      <p className="text-xs text-fg-3">
        <code className="font-mono">{call.name}</code> · {operation.description}
      </p>
      {parameters.length > 0 && (
        <Part title={texts.parameters}>
          <dl className="grid gap-1 text-sm">
            {parameters.map(({ name, required, schema }) => (
              <div key={name} className="flex flex-wrap gap-x-3">
                <dt className="font-mono text-xs leading-5 font-bold">{name}</dt>
                <dd className="min-w-0 font-mono text-xs leading-5 wrap-anywhere text-fg-2">
                  {schemaText(schema)}
                  {required && `, ${texts.required}`}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <div className="grid gap-4 @min-[640px]:grid-cols-2">
        {body && (
          <Part title={texts.body}>
            <CodeBlock label={texts.body} code={schemaText(body)} />
          </Part>
        )}
        <Part title={texts.answer}>
          <CodeBlock label={texts.answer} code={schemaText(responseOf(operation))} />
        </Part>
        <Part title={texts.refusals}>
          <dl className="grid gap-1 text-xs">
            {refusalsOf(operation).map(([status, codes]) => (
              <div key={status} className="flex gap-3">
                <dt className="font-mono font-bold">{status}</dt>
                <dd className="min-w-0 wrap-anywhere text-fg-2">{codes}</dd>
              </div>
            ))}
          </dl>
        </Part>
      </div>
      {access !== null && (
        <Part title={pageTexts.trying.title}>
          <TryCall call={call} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h4 className="mb-1.5 text-sm font-bold">{title}</h4>
      {children}
    </section>
  );
}

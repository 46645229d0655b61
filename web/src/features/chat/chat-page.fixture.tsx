/** The chat on a page of its own, with a mock server that records calls and sends facts. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { ChatFact, ChatMessage, ChatPlayerFact } from '@fairpot/contract/chat/schemas';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import type { Status } from '@fairpot/contract/wire/permissions';
import { REFUSALS, refusalText, type RefusalCode } from '@fairpot/contract/wire/refusals';
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import type { PublicUser, User } from '@fairpot/contract/user/schemas';
import { receiveFact, receiveHead } from '../../platform/live/live.ts';
import { queryClient } from '../../platform/calls/query-client.ts';
import { useToasts } from '../../platform/page/toasts.ts';
import { Chat } from './chat.tsx';
import { setDraft } from './composer/draft.ts';
import { EMPTY_LOG } from './log/log-model.ts';
import { useChatLog } from './log/log.ts';
import { person } from './sample.fixture.ts';
import { useVoice } from '../../platform/page/voice.ts';

export const PAGE = 50;

export interface RecordedCall {
  readonly path: string;
  readonly input: Record<string, unknown>;
}

export class ChatServer {
  signedIn: User | null = null;
  /** Oldest first. */
  history: ChatMessage[] = [];
  closed = false;
  welcome = '';
  results: RecentResult[] = [];
  ban: { until: number | null } | null = null;
  personas: PublicUser[] = [];
  /** The answer of the next command. */
  refusal: RefusalCode | null = null;
  /** Commands are answered when it resolves. */
  held: Promise<void> = Promise.resolve();
  readonly posts: RecordedCall[] = [];

  async answer(address: string, init?: RequestInit): Promise<Response> {
    const url = new URL(address, location.origin);
    const path = url.pathname.replace('/api', '');
    if (init?.method === 'POST') return this.#command(path, JSON.parse(init.body as string) as RecordedCall['input']);
    if (path === '/user') {
      return this.signedIn ? good({ user: this.signedIn, statistics: {} }) : refused('SIGNED_OUT');
    }
    if (path === '/chat/state') return good({ closed: this.closed, welcome: this.welcome, ban: this.ban });
    if (path === '/results/recent') return good({ results: this.results, totals: { rounds: 0, paidUsd: 0 } });
    if (path === '/admin/chat/personas') return good(this.personas);
    const before = url.searchParams.get('before');
    return good(this.history.filter(({ id }) => before === null || id < before).slice(-PAGE));
  }

  async #command(path: string, input: RecordedCall['input']): Promise<Response> {
    this.posts.push({ path, input });
    await this.held;
    const code = this.refusal;
    this.refusal = null;
    if (code) return refused(code);
    return good({ id: 'cht_00000000000000000000000000', removed: [], ...input });
  }
}

const good = (response: unknown) => Response.json({ success: true, response });
const refused = (code: RefusalCode) => {
  const { status, wire } = REFUSALS[code];
  const answer = { success: false, message: wire, text: refusalText(code), details: {}, requestId: 'req' };
  return Response.json(answer, { status });
};

export function signedInAs(status: Status = 'USER', over: Partial<PublicUser> = {}): User {
  return {
    ...person(900, { name: 'rookbolt', ...over }),
    status,
    tradeToken: '',
    balanceUsd: 0,
    balanceUsdHold: 0,
    steamInventoryBalanceUsd: 0,
    items: 3,
    ageConfirmed: true,
  };
}

let seq = 0;

/** A fact from the socket, on 'chat' or on the reader's own topic. */
export function arrives(body: ChatFact | ChatPlayerFact): void {
  const topic = body.type === 'chat.banned' || body.type === 'chat.unbanned' ? 'player' : 'chat';
  const [prev, next] = [String(seq), String(seq + 1)];
  seq += 1;
  receiveFact({ topic, seq: next, prev, at: 0, body });
}

/** Resets all state to that of a fresh page with this server. */
export function freshPage(): ChatServer {
  const server = new ChatServer();
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; SameSite=Lax`;
  queryClient.clear();
  localStorage.removeItem('fairpot.chatRead');
  useChatLog.setState({ ...EMPTY_LOG, status: 'loading', error: null, loadingOlder: false });
  useVoice.setState({ voice: { kind: 'own' } });
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
  setDraft('', '');
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => server.answer(address, init));
  return server;
}

/** Shows the chat as the column of a wide screen, subscribed. */
export async function showChat(): Promise<{ unmount: () => void | Promise<void> }> {
  const shown = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <div style={{ display: 'flex', width: 320, height: 700 }}>
          <Chat />
        </div>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  receiveHead('chat', String(seq));
  receiveHead('player', String(seq));
  return shown;
}

/** Texts of the toasts so far, oldest first. */
export function toasts(): string[] {
  return useToasts
    .getState()
    .history.map((note) => note.text)
    .reverse();
}

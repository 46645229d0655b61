/** Posting in the voice that is chosen. The field is empty at once; a refused text comes back unless another was begun. */
import {
  CHAT_MAX_LENGTH,
  chatText,
  chatTextProblem,
  createMessage,
  createMessageAsStaff,
} from '@fairpot/contract/chat';
import { refusalText } from '@fairpot/contract/refusals';
import { toastError } from '../../platform/toasts.ts';
import { useSend } from '../../platform/use-call.ts';
import { draftOf, setDraft } from './draft.ts';
import { refreshStanding } from './standing.ts';
import { resumeLog } from './log.ts';
import type { Voice } from './voice.ts';

export interface Posting {
  /** Sent and not answered yet: another press does nothing. */
  readonly busy: boolean;
  readonly post: (voice: Voice) => Promise<void>;
}

/** `owner`: whose draft it is. */
export function usePost(owner: string): Posting {
  const onRefused = (): void => void refreshStanding(); // the refusal may be news: banned, closed
  const own = useSend(createMessage, { onRefused });
  const staff = useSend(createMessageAsStaff, { onRefused });
  const busy = own.phase === 'sent' || staff.phase === 'sent';

  const post = async (voice: Voice): Promise<void> => {
    if (busy) return;
    const draft = draftOf(owner);
    const message = chatText(draft);
    const problem = chatTextProblem(message);
    if (problem !== null) {
      toastError(refusalText(problem, { max: CHAT_MAX_LENGTH }));
      return;
    }
    setDraft(owner, '');
    resumeLog();
    const persona = voice.kind === 'house' ? { userId: voice.persona.id } : {};
    const answer = voice.kind === 'own' ? await own.run({ message }) : await staff.run({ message, ...persona });
    if (!answer && draftOf(owner) === '') setDraft(owner, draft);
  };
  return { busy, post };
}

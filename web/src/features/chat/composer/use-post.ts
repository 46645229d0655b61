/**
 * Posting in the voice that is chosen. The field is empty at once, and the next message may be sent before the last one was
 * answered: they go out one after the other, in the order of the presses. A refused text comes back unless another was begun.
 */
import { useRef } from 'react';
import {
  CHAT_MAX_LENGTH,
  chatText,
  chatTextProblem,
  createMessage,
  createMessageAsStaff,
} from '@fairpot/contract/chat/calls';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { toastError } from '../../../platform/page/toasts.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { draftOf, setDraft } from './draft.ts';
import { refreshWritePermission } from '../write-permission.ts';
import { resumeLog } from '../log/log.ts';
import type { ChatVoice } from '../../../platform/page/voice.ts';

/** `owner`: whose draft it is. Resolves when the message was answered; nothing is sent when it is told to be unfit. */
export function usePost(owner: string): (voice: ChatVoice) => Promise<void> {
  const onRefused = (): void => void refreshWritePermission(); // the refusal may be news: banned, closed
  const own = useSend(createMessage, { onRefused });
  const staff = useSend(createMessageAsStaff, { onRefused });
  // A call of its own drops a press while it runs, which is right for a button and would swallow a message.
  const last = useRef<Promise<void>>(Promise.resolve());

  const deliver = async (voice: ChatVoice, message: string, draft: string): Promise<void> => {
    const persona = voice.kind === 'house' ? { userId: voice.persona.id } : {};
    const answer = voice.kind === 'own' ? await own.run({ message }) : await staff.run({ message, ...persona });
    if (!answer && draftOf(owner) === '') setDraft(owner, draft);
  };
  return (voice) => {
    const draft = draftOf(owner);
    const message = chatText(draft);
    const problem = chatTextProblem(message);
    if (problem !== null) {
      toastError(refusalText(problem, { max: CHAT_MAX_LENGTH }));
      return Promise.resolve();
    }
    setDraft(owner, '');
    resumeLog();
    last.current = last.current.catch(() => undefined).then(() => deliver(voice, message, draft));
    return last.current;
  };
}

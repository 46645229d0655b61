/**
 * Posts in the selected voice. The field is emptied at once, and the next message may be sent before the last answer: messages are sent one
 * after another, in order. A refused text returns to the field unless another was started.
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

/** `owner`: the owner of the draft. Resolves after the answer; an invalid message is not sent. */
export function usePost(owner: string): (voice: ChatVoice) => Promise<void> {
  const onRefused = (): void => void refreshWritePermission(); // the refusal may report a new ban or closing
  const own = useSend(createMessage, { onRefused });
  const staff = useSend(createMessageAsStaff, { onRefused });
  // useSend ignores a press while it runs, which suits a button but would lose a message
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

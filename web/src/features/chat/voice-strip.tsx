/** Shows whose name the next message is sent under, if not the writer's own; lists the house personas. */
import { useId } from 'react';
import { chatPersonas } from '@fairpot/contract/chat/calls';
import { useSession } from '../../platform/page/session.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { KindBadge } from '../../ui/people/kind-badge.tsx';
import { texts } from './texts.ts';
import { chatAsAdmin, chatAsOneself, chatShadow, type ChatVoice } from '../../platform/page/voice.ts';

const ADMIN = 'admin';
const ONESELF = 'self';

export function VoiceStrip({ voice }: { readonly voice: Exclude<ChatVoice, { kind: 'own' }> }) {
  const id = useId();
  const { user } = useSession();
  const { data: personas = [] } = useAsk(chatPersonas, {}, { staleTime: 5 * 60_000 });
  const listed = voice.kind === 'house' && !personas.some(({ id }) => id === voice.persona.id);
  const all = listed ? [voice.persona, ...personas] : personas;
  const change = (value: string): void => {
    if (value === ADMIN) chatAsAdmin();
    else if (value === ONESELF) chatAsOneself(user.name);
    else {
      const persona = all.find((one) => one.id === value);
      if (persona) chatShadow(persona);
    }
  };
  return (
    <div className="chat-voice">
      <label htmlFor={id} className="shrink-0">
        {texts.chattingAs}
      </label>
      <select
        id={id}
        value={voice.kind === 'staff' ? ADMIN : voice.persona.id}
        onChange={(event) => change(event.target.value)}
        className="chat-voice-select"
      >
        <option value={ONESELF}>{user.name}</option>
        <option value={ADMIN}>{texts.adminName}</option>
        {all.map((persona) => (
          <option key={persona.id} value={persona.id}>
            {persona.name}
          </option>
        ))}
      </select>
      <KindBadge badge={voice.kind === 'staff' ? 'STAFF' : 'HOUSE'} />
    </div>
  );
}

/** The two live regions, mounted once at start and never removed (platform/page/announcer.ts fills them). */
import { useAnnouncements, type Politeness } from '../../platform/page/announcer.ts';

function Region({ politeness }: { readonly politeness: Politeness }) {
  const { serial, text } = useAnnouncements((state) => state[politeness]);
  return (
    <div aria-live={politeness} aria-atomic="true" className="visually-hidden" data-announcer={politeness}>
      {/* a new node each time, so that the same words are spoken again */}
      {text !== '' && <span key={serial}>{text}</span>}
    </div>
  );
}

export function Announcer() {
  return (
    <>
      <Region politeness="polite" />
      <Region politeness="assertive" />
    </>
  );
}

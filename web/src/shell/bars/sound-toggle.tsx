/** The sound switch: first in tab order on every page (WCAG 1.4.2), stored in this browser. */
import { Volume2, VolumeX } from 'lucide-react';
import { messages } from '../../messages.ts';
import { setPreference, usePreferences } from '../../platform/page/preferences.ts';
import { IconButton } from '../../ui/controls/button.tsx';

export function SoundToggle() {
  const sound = usePreferences((preferences) => preferences.sound);
  const Icon = sound ? Volume2 : VolumeX;
  return (
    <IconButton
      label={messages.sound.toggle}
      title={sound ? messages.sound.on : messages.sound.off}
      aria-pressed={sound}
      onClick={() => setPreference('sound', !sound)}
    >
      <Icon aria-hidden size={18} />
    </IconButton>
  );
}

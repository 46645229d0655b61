/** Copies the address of a round, to share it. */
import { Link2 } from 'lucide-react';
import { siteOrigin } from '../platform/page/site-origin.ts';
import { Button } from '../ui/controls/button.tsx';
import { copyText } from '../ui/controls/copy-text.tsx';
import { texts } from './texts.ts';

export function CopyLink({ path }: { readonly path: string }) {
  return (
    <Button
      icon={<Link2 aria-hidden size={16} />}
      onClick={() => void copyText(`${siteOrigin()}${path}`, texts.share.copied)}
    >
      {texts.share.copy}
    </Button>
  );
}

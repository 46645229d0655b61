/** Bundles a script that stands beside the application into one file: the service worker, the checker. */
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The code of `web/<room>/main.ts` with all that it imports. */
export async function bundleOne(room: 'checker' | 'worker'): Promise<string> {
  const built = await build({
    configFile: false,
    root: here('.'),
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: here(`./${room}/main.ts`), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  const [chunk] = output;
  if (output.length !== 1) throw new Error(`the ${room} is more than one file`);
  return chunk.code;
}

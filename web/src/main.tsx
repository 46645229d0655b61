/**
 * Starts the client. The first HTML is painted from the style sheet alone; the app's code runs after that paint, each file in a task of
 * its own. index.html preloads the files, so that they arrive meanwhile.
 */
import { askFirst } from './first-asks.ts';
import './styles/main.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const early = askFirst(location.pathname);

/** Resolves after the first paint; at once if the tab is hidden, which paints nothing. */
function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** The library is loaded by itself first, so that reading it and reading the app are two tasks. */
void painted()
  .then(() => import('react-dom/client'))
  .then(() => new Promise((resolve) => setTimeout(resolve, 0)))
  .then(() => import('./start.tsx'))
  .then(({ start }) => start(root, early));

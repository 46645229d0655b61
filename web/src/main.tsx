/** Starts the client. The live channel and its library come after the first paint. */
import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { watchForGesture } from './platform/page/gesture.ts';
import { mirrorMotionToDocument } from './platform/page/preferences.ts';
import { queryClient } from './platform/calls/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

mirrorMotionToDocument();
watchForGesture();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);

requestAnimationFrame(() => {
  setTimeout(() => void import('./platform/live/live-socket.ts').then(({ connect }) => connect()), 0);
});

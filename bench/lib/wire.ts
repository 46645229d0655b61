/**
 * A minimal HTTP client: one keep-alive connection, one request at a time, whole answers read. It takes a tenth of fetch's CPU time, so that on a
 * small machine the bench measures the server and not its load. Used by load.ts.
 */
import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  readonly body: string;
}

export interface Wire {
  /** Sends a whole request as text; fails when the connection ends before the answer is complete. */
  ask(request: string): Promise<WireAnswer>;
  close(): void;
}

interface PendingRequest {
  readonly resolve: (answer: WireAnswer) => void;
  readonly reject: (error: Error) => void;
}

export function openWire(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(over(socket)));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

function over(socket: Socket): Wire {
  let waiting: PendingRequest | null = null;
  let text = '';
  const end = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('the server closed the connection')));
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    text += part;
    const answer = wholeAnswer(text);
    if (answer === null) return;
    text = '';
    const done = waiting;
    waiting = null;
    done?.resolve(answer);
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

/** The answer once it is complete. Answers to stakes are short and have a Content-Length. */
function wholeAnswer(text: string): WireAnswer | null {
  const headEnds = text.indexOf('\r\n\r\n');
  if (headEnds < 0) return null;
  const head = text.slice(0, headEnds);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
  const body = text.slice(headEnds + 4);
  return body.length < Number(length) ? null : { status: Number(head.slice(9, 12)), body };
}

/**
 * A viewer of a game: a socket that follows its topic and counts its facts without parsing them further. With it the server works as on a real site,
 * and a stake that was not published shows.
 */
import type { Topic } from '@fairpot/contract/live/channel.schemas';
import { WebSocket } from 'ws';

export interface Spectator {
  /** Facts that arrived so far. */
  readonly seen: () => number;
  close(): void;
}

/** `onFact` gets the text of each message with a fact. */
export function watch(port: number, topic: Topic, onFact?: (message: string) => void): Promise<Spectator> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  let facts = 0;
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const start = data.toString('latin1', 0, 10);
      if (start.startsWith('42["fact"')) {
        facts += 1;
        onFact?.(data.toString());
      } else if (start.startsWith('0')) socket.send('40');
      else if (start.startsWith('2')) socket.send('3');
      else if (start.startsWith('40')) socket.send(`420["subscribe",["${topic}"]]`);
      else if (start.startsWith('430')) resolve({ seen: () => facts, close: () => socket.terminate() });
    });
  });
}

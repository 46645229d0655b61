/** Asks PostgreSQL what a statement would return, without running it (Parse and Describe of the protocol). */
import type { Client, Connection, Submittable } from 'pg';

export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  /** The source table and column; 0 for computed values. */
  readonly tableID: number;
  readonly columnID: number;
}

/** Rejects with the server's error when the statement does not fit the schema. */
export function describeStatement(client: Client, text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject));
  });
}

class Description implements Submittable {
  #fields: readonly Field[] = [];
  readonly text: string;
  readonly #resolve: (fields: readonly Field[]) => void;
  readonly #reject: (error: Error) => void;

  constructor(text: string, resolve: (fields: readonly Field[]) => void, reject: (error: Error) => void) {
    this.text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields;
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }
}

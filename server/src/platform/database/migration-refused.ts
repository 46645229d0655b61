/** Start-up must stop, and a person must act: the database and the files disagree. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

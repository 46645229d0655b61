/** Start-up must stop and the operator must act: the database and the files disagree. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

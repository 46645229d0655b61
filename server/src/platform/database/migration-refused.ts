import { OperatorMustAct } from '../process/exit.ts';

/** Start-up must stop and the operator must act: the database and the files disagree. */
export class MigrationRefused extends OperatorMustAct {
  override readonly name = 'MigrationRefused';
}

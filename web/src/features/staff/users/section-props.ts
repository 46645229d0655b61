/** Props of every section of a player's page. */
export interface UserSectionProps {
  readonly playerId: string;
}

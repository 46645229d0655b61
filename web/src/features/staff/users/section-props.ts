/** What every section of a player's page is given. */
export interface UserSectionProps {
  readonly playerId: string;
}

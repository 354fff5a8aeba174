import type { ConnectorInfo } from './connector.ts'

export type ConnectorListEvent =
  | { type: 'connector/announced'; connector: ConnectorInfo }
  /** The matching registry wallet. */
  | ({ type: 'connector/recognised'; explorerId: string } & Pick<ConnectorInfo, 'id' | 'namespace'>)

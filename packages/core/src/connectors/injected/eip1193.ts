import type { Connector, ConnectorInfo } from '../../model/connector.ts'

/** On providers that the kit made itself: makes their connector. Pages have no access to this symbol. */
export const makeConnector = Symbol('makeConnector')

/** A wallet's EIP-1193 provider. */
export type Eip1193 = {
  [makeConnector]?: (info: ConnectorInfo) => Promise<Connector>
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

export const isEip1193 = (value: unknown): value is Eip1193 =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Eip1193>).request === 'function'

import type { Kit } from '@billfold/core/kit'
import type { Connector, ConnectorInfo } from '@billfold/core/model/connector'
import type { ConnectorHost } from '@billfold/core/model/siteConnector'
import { qrConnector } from '@billfold/core/qrSigner/qrConnector'
import type { QrScreen } from '@billfold/core/qrSigner/qrScreen'
import { openQrScreen } from './openQrScreen.tsx'

/** One screen for all families of a kit: it shows one request at a time. */
const screens = new WeakMap<ConnectorHost, QrScreen>()

/** Makes the connector of one family; each kit is a `ConnectorHost`. */
export function createQrSigner(info: ConnectorInfo, host: ConnectorHost): Connector {
  const screen = screens.get(host) ?? openQrScreen(host as Kit)
  screens.set(host, screen)
  return qrConnector(info, host, screen)
}

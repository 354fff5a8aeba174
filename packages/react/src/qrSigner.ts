import { siteConnector } from '@billfold/core/connectors/siteConnector'
import type { SiteConnector } from '@billfold/core/model/siteConnector'

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"%3E%3Crect width="40" height="40" fill="%231f5aff"/%3E%3Cpath d="M11 11h7v7h-7zm11 0h7v7h-7zM11 22h7v7h-7zm11 0h3v3h-3zm4 4h3v3h-3zm0-4h3v3h-3z" fill="%23fff"/%3E%3C/svg%3E'

/**
 * Keystone and other air-gapped signers, by animated QR codes (ERC-4527): `connectors: [qrSigner()]`. Its code, the
 * camera's reader included, loads when a visitor chooses it.
 */
export function qrSigner({ name = 'Keystone' }: { name?: string } = {}): SiteConnector {
  return siteConnector({
    ...{ id: 'qrSigner', name, icon, families: ['eip155', 'solana', 'bip122'] },
    load: async (info, host) => (await import('./views/qrSigner/createQrSigner.ts')).createQrSigner(info, host),
  })
}

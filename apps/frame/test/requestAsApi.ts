import { sealTo } from '@billfold/protocol/embedded/hpke'
import { recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import type { pretendServers } from './pretendServers.ts'

type Servers = Pick<ReturnType<typeof pretendServers>, 'guardian' | 'guardianKey'>
type Target = { walletId: string; identity: string; email: string }

/** A lying API requests a share that it had a device encrypt for an address of its own, with a ticket that it signed itself. */
export async function requestAsApi({ guardian, guardianKey }: Servers, { walletId, identity, email }: Target) {
  const sealKey = guardianKey()
  const info = recoveryInfo({ walletId, identity, generation: 1 })
  const sealed = encodeBase64Url(sealTo(decodeBase64Url(sealKey), info, new Uint8Array(17)))
  const device = { deviceId: crypto.randomUUID(), sealKey }
  const claims = { sub: walletId, aud: 'test', identity, device: device.deviceId, sealKey, exp: 9e9 }
  const ticket = encodeBase64Url(new TextEncoder().encode(JSON.stringify(claims)))
  const body = JSON.stringify({ email, walletId, generation: 1, sealed, device, ticket })
  const response = await guardian.request('/guardian/v1/releases', { method: 'POST', body })
  return (await response.json()) as { release: string; number: string }
}

import { isSameBytes } from '@billfold/protocol/bytes'
import type { WalletCharter } from '@billfold/protocol/embedded/walletCharter'
import { decodeBase64Url, encodeBase64Url } from '@billfold/protocol/wc/base64'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

const purpose = new TextEncoder().encode('wallet-charter-v1')

type Terms = Pick<WalletCharter, 'identity' | 'policy' | 'removed'>

/** A wallet's charter with these terms: the last one if nothing changed, otherwise the next. */
export function charterFor(
  entropy: Uint8Array,
  walletId: string,
  last: WalletCharter | undefined,
  { identity, policy, removed = [] }: Terms,
): WalletCharter {
  if (last?.identity === identity && last.policy === policy && (last.removed ?? []).join() === removed.join())
    return last
  const sequence = (last?.sequence ?? 0) + 1
  const charter = { sequence, identity, policy, ...(removed.length > 0 && { removed }) }
  return { ...charter, proof: encodeBase64Url(macOf(entropy, walletId, charter)) }
}

/** The last charter that the wallet itself made, of those that a device and its servers have; the device's own come first. */
export const lastCharter = (
  entropy: Uint8Array,
  walletId: string,
  charters: readonly (WalletCharter | undefined)[],
): WalletCharter | undefined =>
  charters.reduce<WalletCharter | undefined>(
    (last, charter) =>
      charter &&
      charter.sequence > (last?.sequence ?? 0) &&
      isSameBytes(decodeBase64Url(charter.proof), macOf(entropy, walletId, charter))
        ? charter
        : last,
    undefined,
  )

function macOf(
  entropy: Uint8Array,
  walletId: string,
  { sequence, identity, policy, removed = [] }: Omit<WalletCharter, 'proof'>,
): Uint8Array {
  const key = hkdf(sha256, entropy, undefined, purpose, 32)
  const mac = hmac(
    sha256,
    key,
    new TextEncoder().encode(JSON.stringify([walletId, sequence, identity, policy, ...removed])),
  )
  key.fill(0)
  return mac
}

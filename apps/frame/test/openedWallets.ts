import type { RecoveryKind, ShareSet } from '@billfold/protocol/embedded/embeddedApi'
import { recoveryInfo } from '@billfold/protocol/embedded/recoveryInfo'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import { joinShares } from '../src/vault/shares.ts'
import { evilIdentities, evilPublicKey } from './lieFor.ts'
import type { pretendServers } from './pretendServers.ts'

type Servers = ReturnType<typeof pretendServers>
export type Handed = { walletId: string; evmAddress: string; shares: ShareSet }

/** Every share set that the API was ever sent, whether it was accepted or not. */
export function setsHanded(
  { requests }: Servers,
  wallets: readonly { walletId: string; evmAddress: string }[],
): Handed[] {
  return requests.flatMap((text) => {
    const { shares } = JSON.parse(text) as { shares?: ShareSet }
    return shares ? wallets.map((wallet) => ({ ...wallet, shares })) : []
  })
}

/** Wallets that someone with all auth shares can open: by the liar's key, or with shares that the guardian opens for these identities. */
async function walletsOpened(
  { openAsGuardian }: Servers,
  handed: readonly Handed[],
  identities: readonly string[],
  /** The kinds of keys of which the liar's own is the API's. */
  isOwn = (_: RecoveryKind) => true,
): Promise<string[]> {
  const opened: string[] = []
  for (const { walletId, evmAddress, shares } of handed)
    for (const { sealed, key } of shares.recoveries) {
      // Its holder knows which person it was encrypted for.
      if (key.publicKey === evilPublicKey && isOwn(key.kind)) opened.push(evmAddress)
      if (key.kind !== 'guardian') continue
      for (const identity of identities)
        for (const policy of [undefined, 'hardened'] as const) {
          const info = recoveryInfo({ walletId, identity, generation: shares.generation, policy })
          const share = await openAsGuardian(info, sealed).catch(() => undefined)
          if (share && (await joinShares(decodeBase64Url(shares.authShare), share, evmAddress).catch(() => undefined)))
            opened.push(evmAddress)
        }
    }
  return opened
}

/**
 * The wallets that a lying API opens with its own mailbox, accounts and key, and an honest guardian. Where the guardian lies, the key that it
 * names is the guardian's.
 */
export const openedByApi = (servers: Servers, handed: readonly Handed[], isGuardianLying = false): Promise<string[]> =>
  walletsOpened(servers, handed, evilIdentities, (kind) => !(isGuardianLying && kind === 'guardian'))

/** The wallets that API and guardian open together: the guardian opens for anyone then. */
export const openedByBoth = (servers: Servers, handed: readonly Handed[], identity: string): Promise<string[]> =>
  walletsOpened(servers, handed, [identity, ...evilIdentities])

/** The wallets that a guardian opens with its own key and every share that it was ever sent. */
export async function openedByGuardian(servers: Servers, handed: readonly Handed[], identities: readonly string[]) {
  const shares = new Map<string, Uint8Array>()
  for (const { walletId, shares: set } of handed)
    for (const { sealed } of set.recoveries.filter((each) => isSent(servers, each.sealed)))
      for (const identity of [...identities, ...evilIdentities])
        for (const policy of [undefined, 'hardened'] as const) {
          const info = recoveryInfo({ walletId, identity, generation: set.generation, policy })
          const share = await servers.openAsGuardian(info, sealed).catch(() => undefined)
          if (share) shares.set(sealed, share)
        }
  const opened: string[] = []
  const addresses = new Set(handed.map(({ evmAddress }) => evmAddress))
  const all = [...shares.values()]
  for (const [at, one] of all.entries())
    for (const two of all.slice(at + 1))
      for (const address of addresses)
        if (await joinShares(one, two, address).catch(() => undefined)) opened.push(address)
  return { opened, count: all.length }
}
const isSent = ({ sentToGuardian }: Servers, sealed: string) => sentToGuardian.some((text) => text.includes(sealed))

/** Everything of a share's length that was sent in the open. */
export const sharesInTheOpen = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(/(?<=")[\w-]{23}(?=")/g) ?? [])),
]

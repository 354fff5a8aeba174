import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { rpcCodesOf } from '@billfold/protocol/walletError'
import type { Clock, Stop } from '../../ports/clock.ts'
import { untilAborted } from '../../ports/untilAborted.ts'

/** How long an approving wallet may take to update its session. */
const grantMs = 5_000
/** EIP-1193's code and a common variant. 5000 is a rejection here, so do not prompt again. */
const unknownChainCodes = [4902, 32603]

type Parts = {
  networkId: CaipNetworkId
  /** The parameters of `wallet_addEthereumChain`, if the site has the chain. */
  add: unknown
  clock: Clock
  signal?: AbortSignal | undefined
  isGranted: () => boolean
  isApproved: (method: string) => boolean
  onUpdate: (listener: () => void) => Stop
  ask: (method: string, params: unknown) => Promise<unknown>
}

/** Switches chains: locally if granted, otherwise by wallet request. */
export async function switchChain({ networkId, add, isGranted, isApproved, ask, ...rest }: Parts): Promise<void> {
  if (isGranted()) return
  const refused = new KitError('chain_disconnected', {
    message: `Failed to switch to chain ${networkId}. The chain is not approved or the wallet does not support wallet_switchEthereumChain`,
  })
  const [family, reference] = networkId.split(':')
  if (family !== 'eip155' || !isApproved('wallet_switchEthereumChain')) throw refused
  const params = [{ chainId: `0x${Number(reference).toString(16)}` }]
  try {
    await ask('wallet_switchEthereumChain', params)
  } catch (e) {
    const isUnknown =
      KitError.from(e).code === 'chain_unknown' || rpcCodesOf(e).some((c) => unknownChainCodes.includes(c))
    if (!isUnknown || add === undefined || !isApproved('wallet_addEthereumChain')) throw e
    await ask('wallet_addEthereumChain', [add])
  }
  if (!(await isSoon(isGranted, rest))) throw refused
}

/** Whether it becomes true with the wallet's next updates. */
function isSoon(isTrue: () => boolean, { clock, signal, onUpdate }: Pick<Parts, 'clock' | 'signal' | 'onUpdate'>) {
  if (isTrue()) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stops = [clock.after(grantMs, () => resolve(false)), onUpdate(() => isTrue() && resolve(true))]
  return untilAborted(signal, promise).finally(() => {
    for (const stop of stops) stop()
  })
}

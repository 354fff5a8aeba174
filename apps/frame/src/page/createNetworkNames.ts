import { cleanText } from '@billfold/protocol/cleanText'
import type { Client, Output } from '@billfold/protocol/contract'
import type { networkNamesApi } from '@billfold/protocol/embedded/networkNames'
import { type FrameNetwork, isOwnName } from './frameNetwork.ts'

type Api = typeof networkNamesApi
type Label = Output<Api, 'getNetworkNames'>['networks'][number]

/**
 * Names a network that the frame has no name for as the operator's list calls it. It is a label and no more: the id stays beside it, our own
 * names are no one else's, and coins are counted as before.
 */
export function createNetworkNames(api: Pick<Client<Api>, 'getNetworkNames'>, projectId: string) {
  let asking: Promise<Label[]> | undefined
  const labels = (): Promise<Label[]> => {
    asking ??= api.getNetworkNames({ projectId }).then(
      ({ networks }) => networks,
      () => {
        // Asked again the next time; until then the id says it all.
        asking = undefined
        return []
      },
    )
    return asking
  }
  return async (network: FrameNetwork): Promise<FrameNetwork> => {
    if (network.name !== network.id) return network
    const label = (await labels()).find(({ chainId }) => chainId === network.id)
    const name = label && cleanText(label.name, 40)
    if (!label || !name || isOwnName(name)) return network
    const symbol = network.coin.symbol || cleanText(label.symbol, 12)
    return { ...network, name: `${name} (${network.id})`, coin: { ...network.coin, symbol } }
  }
}
export type NetworkNames = ReturnType<typeof createNetworkNames>

import { decodeBase58 } from '@billfold/protocol/base58'
import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import type { ServerChain } from './serverChain.ts'

type Fits = (text: string, chainId: CaipNetworkId) => boolean
type Chain = Pick<ServerChain, 'id' | 'namespace'>

const isEvm: Fits = (text) => /^0x[0-9a-fA-F]{40}$/.test(text)
const isSolana: Fits = (text) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && decodeBase58(text).length === 32

/** How a family writes its accounts and its tokens. */
const families: Readonly<Record<Namespace, { account: Fits; token: Fits }>> = {
  eip155: { account: isEvm, token: isEvm },
  solana: { account: isSolana, token: isSolana },
  polkadot: { account: (text) => reads(() => readPolkadotAddress(text)), token: (text) => /^\d{1,10}$/.test(text) },
  bip122: { account: isBitcoin, token: () => false },
}

/** Whether an address could be an account's on a chain: others are never requested. */
export const isAccountAddress = ({ id, namespace }: Chain, address: string): boolean =>
  families[namespace].account(address, id)

/** Whether an address could be that of a token on a chain. */
export const isTokenAddress = ({ id, namespace }: Chain, address: string): boolean =>
  families[namespace].token(address, id)

function isBitcoin(text: string, chainId: CaipNetworkId): boolean {
  const realm = bitcoinNetwork(chainId)?.realm
  return reads(() => {
    const { realms } = readBitcoinAddress(text)
    return realm === undefined || realms.includes(realm)
  })
}

/** Whether `read` returns neither false nor an error. */
function reads(read: () => unknown): boolean {
  try {
    return read() !== false
  } catch {
    return false // readers throw at what is no address
  }
}

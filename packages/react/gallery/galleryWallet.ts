import type { AccountId, Connector, Session } from '@billfold/core/model/connector'
import { plainAccountType } from '@billfold/protocol/accountType'
import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'

/** How the wallet responds to requests that need a person. */
export type WalletMood = 'agrees' | 'declines' | 'waits' | 'breaks'

export type WalletSpec = {
  id: string
  name: string
  icon?: string
  namespaces?: readonly Namespace[]
  /** Asked to connect; `agrees` unless said. */
  connecting?: WalletMood
  /** Asked to go to another network; `agrees` unless said. */
  switching?: WalletMood
  /** In the smallest unit; `waits` never says, `fails` cannot. */
  balance?: bigint | 'waits' | 'fails'
  /** The first is the one in use; by its address alone where it is of the family's plain type. */
  accounts?: readonly [string | AccountId, ...(string | AccountId)[]]
  /** Its network, as a CAIP-2 id; the site's by default. */
  networkId?: Session['networkId']
  /** The only networks it knows; all unless said. */
  approvedNetworkIds?: Session['approvedNetworkIds']
  /** Its responses to other requests, by method. */
  answers?: Readonly<Record<string, (params: unknown) => unknown>>
}

/** Published test accounts, a row per family: no one's money. */
export const galleryAccounts = {
  eip155: [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ],
  solana: ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
  // BIP-84's own vector.
  bip122: ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  // Alice, as every Polkadot node knows her.
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
} as const satisfies Record<Namespace, readonly [string, ...string[]]>

/** A wallet's side of the connector interface, one for each family it speaks. */
export const galleryWallet = (spec: WalletSpec): Connector[] =>
  (spec.namespaces ?? ['eip155']).map((namespace) => ({
    id: spec.id,
    name: spec.name,
    type: 'ANNOUNCED',
    namespace,
    rdns: spec.id,
    ...(spec.icon ? { icon: spec.icon } : {}),
    async connect({ networkId }) {
      await moodOf(spec.connecting)
      return {
        accounts: accountsOf(spec, namespace),
        networkId: spec.networkId ?? networkId,
        approvedNetworkIds: spec.approvedNetworkIds ?? [],
        supportsAllNetworks: spec.approvedNetworkIds === undefined,
      }
    },
    disconnect: async () => undefined,
    accounts: async () => accountsOf(spec, namespace),
    async request(_, method, params) {
      if (method === 'eth_getBalance') return balanceOf(spec.balance)
      const answer = spec.answers?.[method]
      if (!answer) throw new KitError('method_unsupported')
      return answer(params)
    },
    switchNetwork: async () => moodOf(spec.switching),
    on: () => () => undefined,
  }))

function accountsOf({ accounts }: WalletSpec, namespace: Namespace): Session['accounts'] {
  const whole = (account: string | AccountId) =>
    typeof account === 'string' ? { address: account, type: plainAccountType(namespace) } : account
  const [first, ...others] = accounts ?? [galleryAccounts[namespace][0]]
  return [whole(first), ...others.map(whole)]
}

function moodOf(mood: WalletMood = 'agrees'): Promise<void> {
  if (mood === 'waits') return new Promise(() => undefined)
  if (mood === 'declines') return Promise.reject(new KitError('user_rejected'))
  if (mood === 'breaks') return Promise.reject(new KitError('internal'))
  return Promise.resolve()
}

function balanceOf(balance: WalletSpec['balance'] = 4_208_110_000_000_000_000n): Promise<string> {
  if (balance === 'waits') return new Promise(() => undefined)
  if (balance === 'fails') return Promise.reject(new KitError('unavailable'))
  return Promise.resolve(`0x${balance.toString(16)}`)
}

import type { Namespace } from '@billfold/protocol/caip'
import type { ProposalNamespaces } from '@billfold/protocol/wc/namespaces'
import { familyOf } from '@billfold/protocol/wc/namespaces'

type Family = {
  /** Methods that only a wallet supports: part of a proposal, and never sent to a node. */
  wallet: readonly string[]
  /** Methods that wallets may support, and nodes too. */
  either?: readonly string[]
  /** Older chain ids that wallets still use. */
  aliases?: Readonly<Record<string, string>>
}

const multiversx: Family = {
  wallet: [
    'mvx_signTransaction',
    'mvx_signTransactions',
    'mvx_signMessage',
    'mvx_signLoginToken',
    'mvx_signNativeAuthToken',
    'mvx_cancelAction',
  ],
}

/** The kit's families; others request what their site names. */
const ours: Readonly<Record<Namespace, Family>> = {
  eip155: {
    wallet: [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'personal_sign',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_getPermissions',
      'wallet_requestPermissions',
      'wallet_registerOnboarding',
      'wallet_watchAsset',
      'wallet_scanQRCode',
      'wallet_getCallsStatus',
      'wallet_showCallsStatus',
      'wallet_sendCalls',
      'wallet_getCapabilities',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_getAssets',
    ],
    either: ['eth_accounts', 'eth_requestAccounts', 'eth_sendRawTransaction'],
  },
  solana: {
    wallet: [
      'solana_signMessage',
      'solana_signTransaction',
      'solana_requestAccounts',
      'solana_getAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    aliases: {
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
    },
  },
  bip122: { wallet: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'] },
  polkadot: { wallet: ['polkadot_signTransaction', 'polkadot_signMessage'] },
}
/** Other families with their own methods: the site names their chains, and the wallet responds. */
const families: Readonly<Record<string, Family>> = {
  ...ours,
  cosmos: { wallet: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'] },
  algorand: { wallet: ['algo_signTxn'] },
  cip34: { wallet: ['cardano_signTx', 'cardano_signData', 'cardano_submitTx', 'cardano_getUsedAddresses'] },
  elrond: multiversx,
  mvx: multiversx,
  multiversx,
  near: {
    wallet: [
      'near_signIn',
      'near_signOut',
      'near_getAccounts',
      'near_signTransaction',
      'near_signTransactions',
      'near_signAndSendTransaction',
      'near_signAndSendTransactions',
      'near_signMessage',
    ],
  },
  tezos: { wallet: ['tezos_getAccounts', 'tezos_send', 'tezos_sign'] },
}
const events = ['accountsChanged', 'chainChanged']
const unknown: Family = { wallet: [] }

const rowOf = (family: string): Family => (Object.hasOwn(families, family) ? families[family] : undefined) ?? unknown

/** Builds a proposal for a site's chains, of any family. */
export function proposalOf(
  chainIds: readonly string[],
  extraMethods: Readonly<Record<string, readonly string[]>> = {},
): ProposalNamespaces {
  const proposal: ProposalNamespaces = {}
  for (const chain of chainIds) {
    const family = familyOf(chain)
    const { wallet, either = [], aliases = {} } = rowOf(family)
    const alias = aliases[chain]
    const before = proposal[family]?.chains ?? []
    const methods = [...new Set([...wallet, ...either, ...(extraMethods[family] ?? [])])]
    proposal[family] = {
      chains: [...new Set([...before, chain, ...(alias ? [alias] : [])])],
      methods,
      events: [...events],
    }
  }
  return proposal
}

/** The site's id of a chain that a wallet may call by an older one. */
export function chainNamed(chain: string): string {
  const { aliases = {} } = rowOf(familyOf(chain))
  return Object.entries(aliases).find(([, older]) => older === chain)?.[0] ?? chain
}

/** The older id of a chain, if any. */
export const aliasOf = (chain: string): string | undefined => rowOf(familyOf(chain)).aliases?.[chain]

/** Whether only a wallet may receive a request: a node could not respond, and must not learn of it. */
export function isForWalletOnly(chain: string, method: string): boolean {
  const family = familyOf(chain)
  if (rowOf(family).wallet.includes(method)) return true
  return family === 'eip155' && /^(personal|wallet)_|^eth_sign/.test(method)
}

/**
 * Whether a wallet may receive a request twice without harm: it only signs or queries. False for methods that send, may
 * send once signed, or are unknown.
 */
export const isIdempotent = (method: string): boolean =>
  /^personal_sign$|^wallet_switchEthereumChain$|^(?:[a-z0-9]+_)?(?:get[A-Z]|sign(?!In|Out|Psbt|AndSend|NativeAuth))/.test(
    method,
  )

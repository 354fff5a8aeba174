import type { Namespace } from '@billfold/protocol/caip'
import type { MethodCost } from './rpcMethods.ts'

type Weigh = (params: readonly unknown[], usual: MethodCost) => MethodCost

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
const optionsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const numberOf = (value: unknown): number => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isFinite(number) && number > 0 ? number : 0
}

/** Each storage key walks the chain's state, and returns a proof of up to some kilobytes. */
const proof: Weigh = ([, keys], { units, isHeavy }) => ({
  units: units + lengthOf(keys),
  isHeavy: isHeavy || lengthOf(keys) > 8,
})
const block: Weigh = ([, isWhole], usual) => (isWhole === true ? { units: 10, isHeavy: true } : usual)

/**
 * An account of Solana has up to 10 MB, which base64 makes a third more: only a request with an explicit size is small.
 */
const smallBytes = 10_000
const isSliced = (options: unknown) => {
  const { length } = optionsOf(optionsOf(options).dataSlice)
  return typeof length === 'number' && length <= smallBytes
}
const account: Weigh = ([, options], usual) => (isSliced(options) ? usual : { units: 5, isHeavy: true })
const accounts: Weigh = ([keys, options], { units }) => ({
  units: units + lengthOf(keys) * (isSliced(options) ? 1 : 2),
  isHeavy: true,
})

/** The runtime's code, one to three megabytes under a well-known key. */
const isCode = (key: unknown) => typeof key === 'string' && /^0x3a636f6465/i.test(key)
const storage: Weigh = ([key], usual) => (isCode(key) ? { units: 20, isHeavy: true } : usual)
const storages: Weigh = ([keys], { units, isHeavy }) => ({
  units: units + lengthOf(keys) + (Array.isArray(keys) ? keys.filter(isCode).length * 20 : 0),
  isHeavy,
})

/** Methods whose cost depends on their parameters. The table of methods has each one's minimum or usual cost. */
const weighers: Readonly<Record<Namespace, Readonly<Record<string, Weigh>>>> = {
  eip155: {
    eth_getProof: proof,
    linea_getProof: proof,
    zks_getProof: proof,
    eth_getBlockByHash: block,
    eth_getBlockByNumber: block,
    eth_feeHistory: ([blocks, , percentiles], { units, isHeavy }) => ({
      // With percentiles, every receipt of every block is read and sorted.
      units: units + Math.ceil((Math.min(1024, numberOf(blocks)) * lengthOf(percentiles)) / 100),
      isHeavy,
    }),
  },
  solana: {
    getAccountInfo: account,
    getMultipleAccounts: accounts,
    getSignatureStatuses: ([signatures, options], { units, isHeavy }) =>
      optionsOf(options).searchTransactionHistory === true
        ? { units: units + lengthOf(signatures), isHeavy: isHeavy || lengthOf(signatures) > 8 }
        : { units: units + Math.ceil(lengthOf(signatures) / 50), isHeavy },
    getInflationReward: ([addresses], { units, isHeavy }) => ({ units: units + lengthOf(addresses), isHeavy }),
    getAssetBatch: ([request], { units, isHeavy }) => ({ units: units + lengthOf(optionsOf(request).ids), isHeavy }),
  },
  polkadot: {
    ...{ state_getStorage: storage, state_getStorageAt: storage, state_getStorageHash: storage },
    ...{ state_getStorageHashAt: storage, state_getStorageSize: storage, state_getStorageSizeAt: storage },
    ...{ state_queryStorageAt: storages, state_getReadProof: storages },
  },
  bip122: {},
}

/** A call's cost with these parameters; `usual` is its method's. */
export function costByParams(namespace: Namespace, method: string, params: unknown, usual: MethodCost): MethodCost {
  const weigh = Object.hasOwn(weighers[namespace], method) ? weighers[namespace][method] : undefined
  return weigh?.(Array.isArray(params) ? params : [], usual) ?? usual
}

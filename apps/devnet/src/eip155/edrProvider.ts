import { createRequire } from 'node:module'
import type { EdrContext } from '@nomicfoundation/edr'
import { type Hex, hexToBytes, numberToHex, parseEther } from 'viem'
import { RpcError } from '../rpcError.ts'
import { devAccounts, faucetAccount, traderAccount } from './devAccounts.ts'
import { toRpcError } from './toRpcError.ts'

// EDR is CommonJS with names that Node's ESM loader cannot see.
const edr = createRequire(import.meta.url)('@nomicfoundation/edr') as typeof import('@nomicfoundation/edr')

/** Named in the journal: a chain replayed under other rules would differ. */
export const hardfork = edr.OSAKA
const blockGasLimit = 60_000_000n

let shared: Promise<EdrContext> | undefined
// EDR allows one context per process.
const edrContext = () =>
  (shared ??= (async () => {
    const context = new edr.EdrContext()
    await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory())
    await context.registerProviderFactory(edr.OP_CHAIN_TYPE, edr.opProviderFactory())
    return context
  })())

export type EdrProvider = {
  request(method: string, params?: readonly unknown[]): Promise<unknown>
}

const layerOneRules = () => ({
  ...{ type: edr.L1_CHAIN_TYPE, hardfork },
  genesis: edr.l1GenesisState(edr.l1HardforkFromString(hardfork)),
})
const rollupRules = () => {
  const latest = edr.opLatestHardfork()
  return { type: edr.OP_CHAIN_TYPE, hardfork: edr.opHardforkToString(latest), genesis: edr.opGenesisState(latest) }
}

/** A bare EDR chain that never mines by itself: its caller decides when to mine and with what timestamp. */
export async function createEdrProvider(options: {
  chainId: number
  genesisTime: number
  onNotification(subscription: Hex, result: unknown): void
  /** An OP-stack rollup with its own contracts, which charges for data as well. */
  isRollup?: boolean
}): Promise<EdrProvider> {
  const context = await edrContext()
  const rules = options.isRollup ? rollupRules() : layerOneRules()
  const funded = (address: Hex, ether: string) => ({ address: hexToBytes(address), balance: parseEther(ether) })
  const provider = await context.createProvider(
    rules.type,
    {
      chainId: BigInt(options.chainId),
      networkId: BigInt(options.chainId),
      hardfork: rules.hardfork,
      mining: { autoMine: false, blockGasLimit, memPool: { order: edr.MineOrdering.Priority } },
      network: { genesisBlockGasLimit: blockGasLimit, genesisBlockTime: BigInt(options.genesisTime) },
      genesisState: [
        ...rules.genesis,
        ...devAccounts.map(({ address }) => funded(address, '10000')),
        funded(faucetAccount.address, '1000000000'),
        funded(traderAccount.address, '1000000'),
      ],
      ownedAccounts: devAccounts.map(({ privateKey }) => privateKey),
      initialBaseFeePerGas: 1_000_000_000n,
      minGasPrice: 0n,
      coinbase: hexToBytes('0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e'),
      defaultTransactionGasLimit: 16_777_216n,
      allowBlocksWithSameTimestamp: false,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      observability: {},
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    {
      subscriptionCallback({ filterId, result }) {
        options.onNotification(numberToHex(filterId), result)
      },
    },
    new edr.ContractDecoder(),
  )

  return {
    async request(method, params = []) {
      const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      const reply = (typeof data === 'string' ? JSON.parse(data) : data) as {
        result?: unknown
        error?: { code: number; message: string; data?: unknown }
      }
      if (reply.error) throw toRpcError(reply.error)
      if (!('result' in reply)) throw new RpcError(-32603, `The node did not respond to ${method}.`)
      return reply.result
    },
  }
}

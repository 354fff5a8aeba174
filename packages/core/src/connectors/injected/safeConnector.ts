import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { walletError } from '@billfold/protocol/walletError'
import type { Connector, ConnectorInfo, WalletAccount } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { readNetworkId } from './readAnswer.ts'
import type { SafeApp, SafeCall, SafeInfo, SafeSigning, SafeTransaction } from './safeApp.ts'

const firstWaitMs = 1_000
const maxWaitMs = 15_000
/** Reads that Safe's page passes on to its node. */
const reads = [
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
]

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * The Safe around this page. Its transactions are batches by nature: they have the Safe's own hash until enough owners
 * have approved, and a transaction's after one of them has executed it.
 */
export function safeConnector(info: ConnectorInfo, safe: SafeApp, { clock }: Pick<Ports, 'clock'>): Connector {
  const accountOf = ({ safeAddress }: SafeInfo): WalletAccount => ({ address: safeAddress, type: 'smartAccount' })

  /** The Safe as it is now, if it is the one that the request is for and its visitor may approve. */
  async function assertSafe({ from, chainId }: Fields, signal?: AbortSignal): Promise<SafeInfo> {
    const known = await safe.readInfo(signal)
    if (from !== undefined && !(typeof from === 'string' && sameAddress('eip155', from, known.safeAddress)))
      throw new KitError('unauthorized')
    if (chainId !== undefined && readNetworkId(chainId) !== `eip155:${known.chainId}`)
      throw new KitError('chain_disconnected', { message: `This Safe is on chain ${known.chainId}` })
    if (known.isReadOnly)
      throw new KitError('unauthorized', { message: 'Connect a wallet of one of the Safe’s owners in Safe first' })
    return known
  }

  /** Polls until the request is decided, for as long as the owners take. */
  async function poll<T>(look: () => Promise<T | undefined>, signal?: AbortSignal): Promise<T> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 1.5, maxWaitMs)) {
      const decision = await look()
      if (decision !== undefined) return decision
      await new Promise<void>((resolve) => void clock.after(waitMs, resolve))
      signal?.throwIfAborted()
    }
  }

  /** The transaction that executes a proposal. */
  const untilExecuted = (safeTxHash: string, signal?: AbortSignal): Promise<string> =>
    poll(async () => {
      const { txStatus, txHash } = await safe.readTransaction(safeTxHash, signal)
      if (txStatus === 'CANCELLED') throw new KitError('user_rejected', { message: 'The Safe’s owners rejected it' })
      return txHash ?? undefined
    }, signal)

  async function untilSigned(signing: SafeSigning, signal?: AbortSignal): Promise<string> {
    if ('messageHash' in signing) {
      const { messageHash } = signing
      return poll(async () => (await safe.readSignature(messageHash, signal)) || undefined, signal)
    }
    await untilExecuted(signing.safeTxHash, signal)
    // The Safe keeps the message as signed; ERC-1271 then takes an empty signature.
    return '0x'
  }

  const methods: Record<string, (params: readonly unknown[], signal?: AbortSignal) => Promise<unknown>> = {
    async eth_accounts(_, signal) {
      return [(await safe.readInfo(signal)).safeAddress]
    },
    async eth_chainId(_, signal) {
      return toHex((await safe.readInfo(signal)).chainId)
    },
    async wallet_getCapabilities(_, signal) {
      return { [toHex((await safe.readInfo(signal)).chainId)]: { atomic: { status: 'supported' } } }
    },
    async wallet_sendCalls([bundle], signal) {
      if (!isObject(bundle) || !Array.isArray(bundle.calls)) throw new KitError('invalid_input')
      await assertSafe(bundle, signal)
      return { id: await safe.sendTransactions(bundle.calls.map(toSafeCall), signal) }
    },
    async wallet_getCallsStatus([id], signal) {
      if (typeof id !== 'string') throw new KitError('invalid_input')
      return statusOf(id, await safe.readTransaction(id, signal))
    },
    async eth_sendTransaction([call], signal) {
      if (!isObject(call)) throw new KitError('invalid_input')
      await assertSafe(call, signal)
      return untilExecuted(await safe.sendTransactions([toSafeCall(call)], signal), signal)
    },
    async personal_sign([message, from], signal) {
      await assertSafe({ from }, signal)
      await safe.preferOffChain(signal)
      return untilSigned(await safe.signMessage(textOf(message), signal), signal)
    },
    async eth_signTypedData_v4([from, data], signal) {
      await assertSafe({ from }, signal)
      await safe.preferOffChain(signal)
      const typedData: unknown = typeof data === 'string' ? JSON.parse(data) : data
      return untilSigned(await safe.signTypedMessage(typedData, signal), signal)
    },
  }
  methods.eth_requestAccounts = methods.eth_accounts!

  const request: Connector['request'] = async (_, method, params, signal) => {
    const run = methods[method]
    try {
      if (run) return await run(Array.isArray(params) ? params : [], signal)
      if (reads.includes(method)) return await safe.call(method, params, signal)
    } catch (e) {
      throw walletError(e)
    }
    throw new KitError('wallet_method_unsupported', { message: `A Safe does not offer ${method}` })
  }

  return {
    ...info,
    async connect({ signal }) {
      const known = await safe.readInfo(signal)
      const networkId: CaipNetworkId = `eip155:${known.chainId}`
      return {
        accounts: [accountOf(known)],
        networkId,
        approvedNetworkIds: [networkId],
        supportsAllNetworks: false,
      }
    },
    // Safe's page decides what it shows; there is no grant to return.
    disconnect: async () => {},
    request,
    accounts: async () => [accountOf(await safe.readInfo())],
    async switchNetwork({ networkId, name }) {
      const { chainId } = await safe.readInfo()
      if (parseCaipNetworkId(networkId).reference !== String(chainId))
        throw new KitError('chain_unknown', { message: `This Safe is not on ${name}: open one that is in Safe` })
    },
    // Safe reloads the page when its visitor opens another Safe.
    on: () => () => {},
  }
}

const toHex = (chainId: number) => `0x${chainId.toString(16)}`

/** A call as Safe takes it: with a decimal value. */
function toSafeCall(call: unknown): SafeCall {
  const { to, value = '0x0', data = '0x' } = isObject(call) ? call : {}
  if (typeof to !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(to))
    throw new KitError('invalid_input', { message: 'A Safe’s transaction needs a recipient' })
  if (typeof data !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(data)) throw new KitError('invalid_input')
  if (typeof value !== 'string' || !/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) throw new KitError('invalid_input')
  return { to, value: String(BigInt(value)), data }
}

/** Safe signs texts; a message that is not UTF-8 stays hex. */
function textOf(message: unknown): string {
  if (typeof message !== 'string') throw new KitError('invalid_input')
  const digits = /^0x((?:[0-9a-fA-F]{2})*)$/.exec(message)?.[1]
  if (digits === undefined) return message
  try {
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return message
  }
}

/** A proposal's state as a batch's (EIP-5792); `signers` is ours: the owners who have approved, and the number needed. */
function statusOf(id: string, { txStatus, txHash, detailedExecutionInfo }: SafeTransaction) {
  const receipts = (status: string) => (txHash ? { receipts: [{ transactionHash: txHash, status }] } : {})
  const { confirmations, confirmationsRequired: needed } = detailedExecutionInfo ?? {}
  switch (txStatus) {
    case 'SUCCESS':
      return txHash ? { id, status: 200, ...receipts('0x1') } : { id, status: 100 }
    case 'FAILED':
      return { id, status: 500, ...receipts('0x0') }
    case 'CANCELLED':
      return { id, status: 400 }
    default:
      return {
        id,
        status: 100,
        ...(needed !== undefined && confirmations ? { signers: { have: confirmations.length, need: needed } } : {}),
      }
  }
}

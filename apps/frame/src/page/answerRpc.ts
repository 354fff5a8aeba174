import { KitError } from '@billfold/protocol/error'
import {
  type ApprovedMethod,
  type approvedMethods,
  type FrameRpc,
  permissionOf,
  type SafeMethod,
} from '@billfold/protocol/frame/frameRpc'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type * as z from 'zod/mini'
import type { ReadRequest } from '../approval/approvalView.ts'
import { checkTransaction } from '../approval/fillTransaction.ts'
import { Later } from '../approval/later.ts'
import type { ReadDeps } from '../approval/readDeps.ts'
import { readEvmTransaction } from '../approval/readEvmTransaction.ts'
import { readEvmMessage, readSolanaMessage } from '../approval/readMessage.ts'
import { readOperation, transactionOf } from '../approval/readOperation.ts'
import { readSolanaTransactions } from '../approval/readSolanaTransactions.ts'
import { readTypedData } from '../approval/readTypedData.ts'
import type { Hex } from '../evm/signHash.ts'
import { callsStatus, readCallsId, writeCallsId } from '../smart/callsStatus.ts'
import { readSiteOperation } from '../smart/readSiteOperation.ts'
import type { SmartAccount } from '../smart/smartAccountOf.ts'
import { capabilities, readCalls, refusePermissions } from '../smart/smartMethods.ts'
import type { Person } from '../wallet/wallet.ts'
import type { Node } from './createNode.ts'
import type { Smart } from './createSmart.ts'
import type { FrameNetwork } from './frameNetwork.ts'
import type { ReadAssets } from './readAssets.ts'

export type RpcDeps = {
  node: Node
  smart: Smart
  assets: ReadAssets
  /** Who is logged in; null for no one. */
  person(): Promise<Person | null>
  /** The network in use of a family; undefined where none was chosen. */
  network(namespace: FrameNetwork['namespace']): FrameNetwork | undefined
  /** Shows a request to its person and does it after a yes. */
  approve(
    read: (deps: ReadDeps) => Promise<ReadRequest>,
    at: { network: FrameNetwork; person: Person; isMessage: boolean },
    signal: AbortSignal,
  ): Promise<unknown>
}

/** Passes on what reads, shows what signs, and refuses everything else by the specification's words. */
export async function answerRpc({ method, params }: FrameRpc, deps: RpcDeps, signal: AbortSignal): Promise<unknown> {
  switch (permissionOf(method)) {
    case 'refused':
      throw new KitError('wallet_method_unsupported', { message: 'Requested RPC call is not allowed' })
    case 'safe':
      return answerSafe(method, params, deps, signal)
    case 'needsApproval':
      return answerApproved(method as ApprovedMethod, params, deps, signal)
  }
}

/** Reads of ERC-4337 that only a bundler can answer. */
const operationReads: readonly string[] = [
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
] satisfies SafeMethod[]

async function answerSafe(method: string, params: unknown, deps: RpcDeps, signal: AbortSignal): Promise<unknown> {
  const network = deps.network('eip155')
  if (method === 'eth_accounts') {
    const person = await deps.person()
    const account = person && network && (await deps.smart.inUse(network, person.evmAddress))
    return person ? [account?.address ?? person.evmAddress] : []
  }
  if (!network) throw new KitError('chain_disconnected')
  if (method === 'eth_chainId') return `0x${Number(network.id.slice('eip155:'.length)).toString(16)}`
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'wallet_getCapabilities') {
    const person = await deps.person()
    const able = person && typeof first === 'string' ? await deps.smart.networksOf(first, person.evmAddress) : []
    return capabilities(able, Array.isArray(second) ? second.filter(isHex) : undefined)
  }
  if (method === 'wallet_getCallsStatus') {
    const { chainId } = readCallsId(first)
    return await callsStatus(first as Hex, deps.smart.bundlerOf(chainId))
  }
  if (method === 'wallet_getAssets') return deps.assets(params, network.id)
  if (operationReads.includes(method))
    return deps.smart.bundlerOf(BigInt(network.id.slice('eip155:'.length)))(method, (params ?? []) as unknown[])
  return deps.node(network.id, { method, params: params ?? [] }, signal)
}

type Read = (deps: ReadDeps, signal: AbortSignal) => Promise<ReadRequest>
type Params<M extends ApprovedMethod> = z.infer<(typeof approvedMethods)[M]>

/** How each method is read; one that is not here is refused by name. Its parameters have their method's shape by now. */
const readers: { [M in ApprovedMethod]?: (params: Params<M>) => Read } = {
  personal_sign: (params) => (deps) => readEvmMessage(params, deps),
  eth_signTypedData_v4: (params) => (deps, signal) => readTypedData(params, deps, signal),
  eth_sendTransaction: ([asked]) => readSentTransaction(asked),
  wallet_sendCalls:
    ([request]) =>
    async (deps, signal) => {
      const account = await requireAccount(deps, request.from)
      const chain = await deps.smart.chainOf(deps.network, signal)
      const answer = (hash: Hex) => {
        const id = writeCallsId({ chainId: account.chainId, hash })
        // As each version of EIP-5792 has it.
        return request.version?.startsWith('1') ? id : { id }
      }
      return await readOperation({ account, calls: readCalls(request), chain, answer }, deps)
    },
  eth_sendUserOperation: (params) => async (deps, signal) => {
    const account = await requireAccount(deps)
    const chain = await deps.smart.chainOf(deps.network, signal)
    return await readOperation(
      { account, calls: readSiteOperation(params, account), chain, answer: (hash) => hash },
      deps,
    )
  },
  solana_signMessage: (params) => async (deps) => readSolanaMessage(params, deps),
  solana_signTransaction:
    ({ transaction }) =>
    (deps, signal) =>
      readSolanaTransactions({ transactions: [transaction], isSent: false }, deps, signal),
  solana_signAllTransactions:
    ({ transactions }) =>
    (deps, signal) =>
      readSolanaTransactions({ transactions, isSent: false }, deps, signal),
  solana_signAndSendTransaction:
    ({ transaction, options }) =>
    (deps, signal) =>
      readSolanaTransactions({ transactions: [transaction], isSent: true, options }, deps, signal),
}

/** As the smart account where that is in use: one call, whose transaction is told once it is known. */
const readSentTransaction =
  (asked: Params<'eth_sendTransaction'>[0]): Read =>
  async (deps, signal) => {
    const account = await deps.smart.inUse(deps.network, deps.person.evmAddress)
    const isOfKey = asked.from !== undefined && sameAddress('eip155', asked.from, deps.person.evmAddress)
    if (!account || (isOfKey && account.kind === '4337') || !asked.to) return readEvmTransaction(asked, deps, signal)
    const chain = await deps.smart.chainOf(deps.network, signal)
    const calls = readCalls({ calls: [{ to: asked.to, data: asked.data ?? asked.input, value: asked.value }] })
    return await readOperation(
      { account, calls, chain, answer: (hash) => new Later(() => transactionOf(hash, chain)) },
      deps,
    )
  }

/** The smart account that calls are for; refused by name where there is none. */
async function requireAccount(
  { smart, network, person }: Pick<ReadDeps, 'smart' | 'network' | 'person'>,
  from?: string,
): Promise<SmartAccount> {
  const account = await smart.accountOn(network, person.evmAddress)
  if (!account) throw new KitError('wallet_method_unsupported', { message: 'This network has no smart accounts' })
  if (from !== undefined && !sameAddress('eip155', from, account.address))
    throw new KitError('unauthorized', { message: 'The request is for another account than this wallet’s' })
  return account
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value)

async function answerApproved(
  method: ApprovedMethod,
  params: unknown,
  deps: RpcDeps,
  signal: AbortSignal,
): Promise<unknown> {
  const person = await deps.person()
  if (!person) throw new KitError('unauthorized')
  const network = deps.network(method.startsWith('solana_') ? 'solana' : 'eip155')
  if (!network) throw new KitError('chain_disconnected')
  // What is not this account's, or not for this network, is refused before anything is shown.
  if (method === 'eth_sendTransaction') {
    const [asked] = params as Params<'eth_sendTransaction'>
    const account = await deps.smart.inUse(network, person.evmAddress)
    const isSmart = account && asked.from !== undefined && sameAddress('eip155', asked.from, account.address)
    checkTransaction(asked, {
      address: isSmart ? account.address : person.evmAddress,
      chainId: BigInt(network.id.slice('eip155:'.length)),
    })
  }
  if (method === 'wallet_grantPermissions' || method === 'wallet_revokePermissions') refusePermissions(method)
  if (method === 'eth_sendUserOperation') await requireAccount({ ...deps, network, person })
  if (method === 'wallet_sendCalls') {
    const [{ chainId, from }] = params as Params<'wallet_sendCalls'>
    if (chainId !== undefined && `eip155:${BigInt(chainId)}` !== network.id)
      throw new KitError('invalid_input', { message: 'The calls are for another network than the one in use' })
    await requireAccount({ ...deps, network, person }, from)
  }
  const reader = readers[method] as ((params: unknown) => Read) | undefined
  if (!reader) throw new KitError('wallet_method_unsupported')
  const answer = await deps.approve(
    (at) => reader(params)(at, signal),
    { network, person, isMessage: method === 'personal_sign' || method === 'solana_signMessage' },
    signal,
  )
  if (answer instanceof Later) return answer.known()
  return method === 'solana_signTransaction'
    ? { transaction: (answer as { transactions: string[] }).transactions[0] }
    : answer
}

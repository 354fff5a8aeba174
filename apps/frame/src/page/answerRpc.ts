import { KitError } from '@billfold/protocol/error'
import {
  type ApprovedMethod,
  type approvedMethods,
  type FrameRpc,
  permissionOf,
} from '@billfold/protocol/frame/frameRpc'
import type * as z from 'zod/mini'
import type { ReadRequest } from '../approval/approvalView.ts'
import { checkTransaction } from '../approval/fillTransaction.ts'
import type { ReadDeps } from '../approval/readDeps.ts'
import { readEvmTransaction } from '../approval/readEvmTransaction.ts'
import { readEvmMessage, readSolanaMessage } from '../approval/readMessage.ts'
import { readSolanaTransactions } from '../approval/readSolanaTransactions.ts'
import { readTypedData } from '../approval/readTypedData.ts'
import type { Person } from '../wallet/wallet.ts'
import type { Node } from './createNode.ts'
import type { FrameNetwork } from './frameNetwork.ts'

export type RpcDeps = {
  node: Node
  /** Who is logged in; null for nobody. */
  person(): Promise<Person | null>
  /** The network in use of a family; undefined where none was chosen. */
  network(namespace: FrameNetwork['namespace']): FrameNetwork | undefined
  /** Shows a request to its person and does it after a yes. */
  approve(
    read: (deps: ReadDeps) => Promise<ReadRequest>,
    at: { network: FrameNetwork; person: Person },
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

async function answerSafe(method: string, params: unknown, deps: RpcDeps, signal: AbortSignal): Promise<unknown> {
  const network = deps.network('eip155')
  if (method === 'eth_accounts') {
    const person = await deps.person()
    return person ? [person.evmAddress] : []
  }
  if (!network) throw new KitError('chain_disconnected')
  if (method === 'eth_chainId') return `0x${Number(network.id.slice('eip155:'.length)).toString(16)}`
  if (method === 'wallet_getCapabilities') return {}
  if (method.startsWith('wallet_')) throw new KitError('wallet_method_unsupported')
  return deps.node(network.id, { method, params: params ?? [] }, signal)
}

type Read = (deps: ReadDeps, signal: AbortSignal) => Promise<ReadRequest>
type Params<M extends ApprovedMethod> = z.infer<(typeof approvedMethods)[M]>

/** How each method is read; one that is not here is refused by name. Its parameters have their method's shape by now. */
const readers: { [M in ApprovedMethod]?: (params: Params<M>) => Read } = {
  personal_sign: (params) => async (deps) => readEvmMessage(params, deps),
  eth_signTypedData_v4: (params) => (deps, signal) => readTypedData(params, deps, signal),
  eth_sendTransaction:
    ([asked]) =>
    (deps, signal) =>
      readEvmTransaction(asked, deps, signal),
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

async function answerApproved(
  method: ApprovedMethod,
  params: unknown,
  deps: RpcDeps,
  signal: AbortSignal,
): Promise<unknown> {
  const reader = readers[method] as ((params: unknown) => Read) | undefined
  if (!reader) throw new KitError('wallet_method_unsupported')
  const person = await deps.person()
  if (!person) throw new KitError('unauthorized')
  const network = deps.network(method.startsWith('solana_') ? 'solana' : 'eip155')
  if (!network) throw new KitError('chain_disconnected')
  // What is not this account's, or not for this network, is refused before anything is shown.
  if (method === 'eth_sendTransaction')
    checkTransaction((params as Params<'eth_sendTransaction'>)[0], {
      address: person.evmAddress,
      chainId: BigInt(network.id.slice('eip155:'.length)),
    })
  const answer = await deps.approve((at) => reader(params)(at, signal), { network, person }, signal)
  return method === 'solana_signTransaction'
    ? { transaction: (answer as { transactions: string[] }).transactions[0] }
    : answer
}

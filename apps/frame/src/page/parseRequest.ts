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
import type { DescribedRequest } from '../approval/approvalView.ts'
import { checkTransaction } from '../approval/fillTransaction.ts'
import { readEvmTransaction } from '../approval/readEvmTransaction.ts'
import { readEvmMessage, readSolanaMessage } from '../approval/readMessage.ts'
import { readOperation, transactionOf } from '../approval/readOperation.ts'
import { readSolanaTransactions } from '../approval/readSolanaTransactions.ts'
import { readTypedData } from '../approval/readTypedData.ts'
import type { RequestContext } from '../approval/requestContext.ts'
import type { Hex } from '../evm/signHash.ts'
import { writeCallsId } from '../smart/callsStatus.ts'
import { readSiteOperation } from '../smart/readSiteOperation.ts'
import type { SmartAccount } from '../smart/smartAccountOf.ts'
import { readCalls, refusePermissions } from '../smart/smartMethods.ts'
import type { FrameNetwork } from './frameNetwork.ts'

/** A request of the page: a read, which needs no one, or something that the person has to approve. */
type PageRequest =
  | { kind: 'read'; method: SafeMethod; params: unknown }
  | {
      kind: 'approval'
      namespace: FrameNetwork['namespace']
      isMessage: boolean
      /** Rejects a request for a different account or network before a screen opens. */
      check(at: Account): Promise<void>
      /** Describes the request for its screen. It runs again if the person retries. */
      describe(context: RequestContext, signal: AbortSignal): Promise<DescribedRequest>
    }

type Account = Pick<RequestContext, 'smart' | 'network' | 'person'>
type Params<M extends ApprovedMethod> = z.infer<(typeof approvedMethods)[M]>

/** A result that comes later: the screen closes and the next request gets it, while the page goes on waiting. */
export class PendingResult {
  readonly wait: () => Promise<unknown>
  constructor(wait: () => Promise<unknown>) {
    this.wait = wait
  }
}

/** Parses a request, or rejects its method in the specification's words. `frameRpc` has checked the parameters by now. */
export function parseRequest({ method, params }: FrameRpc): PageRequest {
  const permission = permissionOf(method)
  if (permission === 'refused')
    throw new KitError('wallet_method_unsupported', { message: 'Requested RPC call is not allowed' })
  if (permission === 'safe') return { kind: 'read', method: method as SafeMethod, params }
  const check = checks[method as ApprovedMethod] as Check<unknown> | undefined
  const describe = describers[method as ApprovedMethod] as Describe<unknown> | undefined
  return {
    kind: 'approval',
    namespace: method.startsWith('solana_') ? 'solana' : 'eip155',
    isMessage: method === 'personal_sign' || method === 'solana_signMessage',
    check: async (at) => void (await check?.(params, at)),
    async describe(context, signal) {
      if (!describe) throw new KitError('wallet_method_unsupported')
      return describe(params, context, signal)
    },
  }
}

type Check<P> = (params: P, at: Account) => unknown
const checks: { [M in ApprovedMethod]?: Check<Params<M>> } = {
  async eth_sendTransaction([transaction], { smart, network, person }) {
    const account = await smart.inUse(network, person.evmAddress)
    const isSmart =
      account && transaction.from !== undefined && sameAddress('eip155', transaction.from, account.address)
    checkTransaction(transaction, {
      address: isSmart ? account.address : person.evmAddress,
      chainId: BigInt(network.id.slice('eip155:'.length)),
    })
  },
  async wallet_sendCalls([{ chainId, from }], at) {
    if (chainId !== undefined && `eip155:${BigInt(chainId)}` !== at.network.id)
      throw new KitError('invalid_input', { message: 'The calls are for a different network' })
    await requireAccount(at, from)
  },
  eth_sendUserOperation: (_, at) => requireAccount(at),
  wallet_grantPermissions: () => refusePermissions('wallet_grantPermissions'),
  wallet_revokePermissions: () => refusePermissions('wallet_revokePermissions'),
}

type Describe<P> = (params: P, context: RequestContext, signal: AbortSignal) => Promise<DescribedRequest>
/** Has no entry for permissions, which their checks reject. */
const describers: { [M in ApprovedMethod]?: Describe<Params<M>> } = {
  personal_sign: readEvmMessage,
  eth_signTypedData_v4: readTypedData,
  eth_sendTransaction: ([transaction], context, signal) => describeTransaction(transaction, context, signal),
  async wallet_sendCalls([request], context, signal) {
    const account = await requireAccount(context, request.from)
    const chain = await context.smart.chainOf(context.network, signal)
    const answer = (hash: Hex) => {
      const id = writeCallsId({ chainId: account.chainId, hash })
      // EIP-5792 1.0 returns the id alone, 2.0 an object.
      return request.version?.startsWith('1') ? id : { id }
    }
    return await readOperation({ account, calls: readCalls(request), chain, answer }, context)
  },
  async eth_sendUserOperation(params, context, signal) {
    const account = await requireAccount(context)
    const chain = await context.smart.chainOf(context.network, signal)
    const calls = readSiteOperation(params, account)
    return await readOperation({ account, calls, chain, answer: (hash) => hash }, context)
  },
  solana_signMessage: async (params, context) => readSolanaMessage(params, context),
  async solana_signTransaction({ transaction }, context, signal) {
    const request = await readSolanaTransactions({ transactions: [transaction], isSent: false }, context, signal)
    return {
      ...request,
      async finish(stop) {
        const { transactions } = (await request.finish(stop)) as { transactions: string[] }
        return { transaction: transactions[0] }
      },
    }
  },
  solana_signAllTransactions: ({ transactions }, context, signal) =>
    readSolanaTransactions({ transactions, isSent: false }, context, signal),
  solana_signAndSendTransaction: ({ transaction, options }, context, signal) =>
    readSolanaTransactions({ transactions: [transaction], isSent: true, options }, context, signal),
}

/** Sends from the smart account if that is in use: as a single call, whose transaction hash follows once it is known. */
async function describeTransaction(
  transaction: Params<'eth_sendTransaction'>[0],
  context: RequestContext,
  signal: AbortSignal,
): Promise<DescribedRequest> {
  const { from, to, data, input, value } = transaction
  const account = await context.smart.inUse(context.network, context.person.evmAddress)
  const isOfKey = from !== undefined && sameAddress('eip155', from, context.person.evmAddress)
  if (!account || (isOfKey && account.kind === '4337') || !to) return readEvmTransaction(transaction, context, signal)
  const chain = await context.smart.chainOf(context.network, signal)
  const calls = readCalls({ calls: [{ to, data: data ?? input, value }] })
  const answer = (hash: Hex) => new PendingResult(() => transactionOf(hash, chain))
  return await readOperation({ account, calls, chain, answer }, context)
}

/** The smart account of the calls; rejects if the network has none, or if `from` is a different account. */
async function requireAccount({ smart, network, person }: Account, from?: string): Promise<SmartAccount> {
  const account = await smart.accountOn(network, person.evmAddress)
  if (!account) throw new KitError('wallet_method_unsupported', { message: 'This network has no smart accounts' })
  if (from !== undefined && !sameAddress('eip155', from, account.address))
    throw new KitError('unauthorized', { message: 'The request is for a different account' })
  return account
}

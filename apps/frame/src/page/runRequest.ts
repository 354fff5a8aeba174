import { KitError } from '@billfold/protocol/error'
import type { FrameRpc } from '@billfold/protocol/frame/frameRpc'
import type { RequestContext } from '../approval/requestContext.ts'
import { type ApprovalUi, runApproval } from '../approval/runApproval.ts'
import type { ScreenQueue } from '../screens/createScreenQueue.ts'
import type { RecoveryWay, Wallet } from '../wallet/wallet.ts'
import { answerRead, type ReadingDeps } from './answerRead.ts'
import type { NetworkNames } from './createNetworkNames.ts'
import { PendingResult, parseRequest } from './parseRequest.ts'
import { signWithoutServer } from './signWithoutServer.ts'

export type RequestDeps = ReadingDeps &
  Pick<RequestContext, 'origin' | 'speech'> & {
    wallet: Wallet
    /** The operator's own nodes; the frame compares the API's responses with theirs. */
    otherNodes?: RequestContext['otherNodes']
    /** The operator's own list of contracts. */
    contracts?: RequestContext['contracts']
    /** Adds the name that the person sees to a network. */
    named: NetworkNames
    enqueue: ScreenQueue
    ui: ApprovalUi
    /** Lets the person open the wallet with another share while the API is down. */
    unlock(ways: readonly RecoveryWay[], signal: AbortSignal): Promise<unknown>
    /** Whether the operator allows sign-ins to the page itself without a screen: the visitor pressed the page's button. */
    signsInSilently?: boolean
  }

/** Runs a request of the page: reads it, describes it, asks the person, and does what they approved. */
export async function runRequest(rpc: FrameRpc, deps: RequestDeps, signal: AbortSignal): Promise<unknown> {
  const request = parseRequest(rpc)
  if (request.kind === 'read') return await answerRead(request, deps, signal)

  const { wallet, node, smart, origin, speech, otherNodes = () => [], contracts = [] } = deps
  const person = await deps.person()
  if (!person) throw new KitError('unauthorized')
  const network = deps.network(request.namespace)
  if (!network) throw new KitError('chain_disconnected')
  await request.check({ smart, network, person })

  const describe = async (signer: RequestContext['wallet']) => {
    const context = { person, origin, speech, node, otherNodes, contracts, smart, wallet: signer }
    return await request.describe({ ...context, network: await deps.named(network) }, signal)
  }
  if (deps.signsInSilently && request.isMessage) {
    const message = await describe(wallet)
    // If the wallet cannot sign by itself, the screen explains why.
    const signature = message.isOwnSignIn ? await message.finish(signal).catch(() => undefined) : undefined
    if (signature !== undefined) return signature
  }
  const decide = () => {
    // Fetches the signing share while the person reads; an error shows when they approve.
    void wallet.prepare().catch(() => {})
    const signer = signWithoutServer(wallet, (ways) => deps.unlock(ways, signal))
    return runApproval(deps.ui, () => describe(signer), signal)
  }
  const result = await deps.enqueue('approval', decide, signal)
  return result instanceof PendingResult ? await result.wait() : result
}

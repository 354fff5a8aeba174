import type { RpcReply, RpcRequest } from '@billfold/protocol/api/rpc'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import type { OpenDatabase } from '../db/openDatabase.ts'
import type { Schema } from '../db/schema.ts'
import type { SponsorPass } from '../embedded/createTokens.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import type { Log } from '../log/createLog.ts'
import type { Bundlers } from '../rpc/createBundlers.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { createOwnBundler } from './createOwnBundler.ts'
import { createPaymaster } from './createPaymaster.ts'
import { createRelayer } from './createRelayer.ts'
import { followOperations } from './followOperations.ts'
import { refuse } from './operationRefusal.ts'
import type { SmartAccountKeys } from './readSmartAccountKeys.ts'
import { type SmartChain, toSmartChain } from './smartChain.ts'
import { findBudget } from './sponsorships.ts'

/** The caller that limits and budgets count by. */
export type Caller = { client: string; project: string }
type Answer = (
  chain: ServerChain,
  requests: readonly RpcRequest[],
  signal: AbortSignal,
  caller: Caller,
) => Promise<RpcReply[]>

export type SmartAccounts = {
  /** The chain with its smart accounts; undefined if it has none, or if no one pays for their transactions. */
  of(chain: ServerChain): SmartChain | undefined
  /** Whether the operator pays for anyone on the chain. */
  isSponsored(chain: ServerChain): boolean
  /** Whether a project pays on the chain. */
  sponsors(chain: ServerChain, projectId: string): Promise<boolean>
  bundler: Answer
  paymaster: Answer
  stop(): Promise<void>
}

export type SmartAccountDeps = {
  db: Kysely<Schema>
  inSession?: OpenDatabase['inSession'] | undefined
  chains: Chains
  rpc: Rpc
  limiter: Limiter
  log: Log
  register: Registry
  keys: SmartAccountKeys
  /** Bundlers to ask about operations that this one does not know. */
  others: Bundlers
  quota?: Quota
  /** Reads whose wallet a sponsor pass is of; absent if this server has no logins. */
  readPass?: ((pass: string) => Promise<SponsorPass>) | undefined
  /** How long sponsorships are kept; 90 days unless it is given. */
  sponsorshipDays?: number | undefined
}

/** Operations that one client may send per minute, and as many that may be sponsored. */
const defaultQuota: Quota = { limit: 20, windowMs: 60_000 }
const counted = new Set([
  'eth_sendUserOperation',
  'eth_estimateUserOperationGas',
  'pm_getPaymasterStubData',
  'pm_getPaymasterData',
])

/** The smart account API with the operator's keys; undefined without a relayer key. */
export function createSmartAccounts(deps: SmartAccountDeps): SmartAccounts | undefined {
  const { db, chains, rpc, log, limiter, keys, others, quota = defaultQuota } = deps
  if (!keys.relayer) return undefined
  const relayer = createRelayer({ db, log, account: privateKeyToAccount(keys.relayer) })
  const bundler = createOwnBundler({ db, relayer, log })
  const paymaster = keys.sponsor
    ? createPaymaster({
        db,
        account: privateKeyToAccount(keys.sponsor),
        relayer: relayer.address,
        readPass: deps.readPass,
      })
    : undefined
  const smart = (chain: ServerChain) => toSmartChain(chain, rpc)
  const follower = followOperations({
    inSession: deps.inSession,
    db,
    relayer,
    log,
    register: deps.register,
    sponsorshipDays: deps.sponsorshipDays,
    chains: () => chains.list().flatMap((chain) => smart(chain) ?? []),
  })

  type One = (
    request: RpcRequest,
    chain: SmartChain,
    call: { projectId: string; signal: AbortSignal },
  ) => Promise<unknown>
  const each = async (
    one: One,
    ...[chain, requests, signal, { client, project }]: Parameters<Answer>
  ): Promise<RpcReply[]> => {
    const own = smart(chain)
    if (!own) throw new TypeError(`${chain.id} has no smart accounts`)
    const replies: RpcReply[] = []
    // One after the other: a batch must not bypass the order of an account's operations.
    for (const request of requests) {
      const id = request.id ?? null
      try {
        if (counted.has(request.method)) await count(limiter, quota, request.method, client)
        replies.push({ jsonrpc: '2.0', id, result: (await one(request, own, { projectId: project, signal })) ?? null })
      } catch (e) {
        if (!(e instanceof RpcError)) throw e
        const { code, message, data } = e
        replies.push({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
      }
    }
    return replies
  }

  const isSponsored = (chain: ServerChain) => paymaster !== undefined && smart(chain)?.paymaster !== undefined
  return {
    of: smart,
    isSponsored,
    sponsors: async (chain, projectId) =>
      isSponsored(chain) && (await findBudget(db, projectId, chain.id)) !== undefined,
    bundler: (...args) =>
      each(
        async ({ method, params, id }, chain, call) => {
          const answer = await bundler(chain, { method, params, ...call })
          if (answer !== undefined || !args[0].bundlerUrl) return answer
          const [reply] = await others(args[0], [{ jsonrpc: '2.0', id: id ?? 0, method, params }], call.signal)
          return reply && 'result' in reply ? reply.result : null
        },
        ...args,
      ),
    paymaster: (...args) =>
      each(
        async ({ method, params }, chain, call) => {
          if (!paymaster) throw refuse('notSponsored', `Operations on ${chain.name} are not sponsored.`)
          return paymaster(chain, { method, params, ...call })
        },
        ...args,
      ),
    stop: follower.stop,
  }
}

async function count(limiter: Limiter, quota: Quota, method: string, client: string): Promise<void> {
  const { isAllowed, resetSeconds } = await takeForClient(limiter, `operations:${method}:`, client, quota)
  if (!isAllowed)
    throw refuse('throttled', `Too many operations from this client: try again in ${resetSeconds} seconds.`)
}

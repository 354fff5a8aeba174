import { bundlerPath, bundlerQuery, paymasterPath, rpcPaths, rpcQuery } from '@billfold/protocol/api/rpc'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { requireChain } from '../api/requireChain.ts'
import type { SmartAccounts } from '../bundler/createSmartAccounts.ts'
import type { Chains } from '../chains/createChains.ts'
import { badParameter } from '../http/badParameter.ts'
import { clientAddress } from '../http/clientAddress.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { type Answer, answerRpc } from './answerRpc.ts'
import { chargeRequests, turnsOf } from './chargeRequests.ts'
import type { Bundlers } from './createBundlers.ts'
import type { Rpc } from './createRpc.ts'
import { refuseBundlerMethod, refuseMethod, refusePaymasterMethod } from './refuseMethod.ts'
import { unitsOf } from './rpcMethods.ts'
import { writeReplies } from './unreadResult.ts'

export type RpcDeps = {
  chains: Chains
  rpc: Rpc
  bundlers: Bundlers
  /** Absent without the operator's key for sending operations. */
  smartAccounts?: SmartAccounts | undefined
  limiter: Limiter
  clientQuota: Quota
  projectQuota: Quota
  trustProxy: number
}

/** Serves the chains' JSON-RPC and their bundlers', whatever the content type; a GET cannot carry a call. */
export function serveRpc(app: Hono<Environment>, deps: RpcDeps) {
  const { chains, rpc, bundlers, smartAccounts } = deps
  const callerOf = (c: RequestContext) => ({ client: clientAddress(c, deps.trustProxy), project: c.get('project').id })
  /** An expensive call counts as several requests, the first of which was charged on arrival. */
  const charge = async (c: RequestContext, units: number) => {
    const seconds = await chargeRequests(deps, callerOf(c), turnsOf(units) - 1)
    if (seconds > 0) throw new RateLimitError(seconds)
  }
  for (const path of rpcPaths)
    app.post(path, async (c) => {
      const chain = chainAsked(c, rpcQuery, chains)
      return answer(
        c,
        await answerRpc({
          text: await c.req.text(),
          refuse: (method, params) => refuseMethod(chain.namespace, method, { params }),
          forward: async (requests) => {
            await charge(c, unitsOf(chain.namespace, requests))
            return rpc(chain.id).forward(requests, c.get('signal'), { isUnread: true })
          },
        }),
      )
    })
  app.post(bundlerPath, async (c) => {
    const chain = chainAsked(c, bundlerQuery, chains)
    const own = smartAccounts?.of(chain) && smartAccounts.bundler
    if (!own && !chain.bundlerUrl) throw badParameter('chainId', `This server has no bundler for ${chain.name}.`)
    return answer(
      c,
      await answerRpc({
        text: await c.req.text(),
        refuse: refuseBundlerMethod,
        forward: async (requests) => {
          await charge(c, requests.length)
          return (own ?? bundlers)(chain, requests, c.get('signal'), callerOf(c))
        },
      }),
    )
  })
  app.post(paymasterPath, async (c) => {
    const chain = chainAsked(c, rpcQuery, chains)
    if (!smartAccounts?.isSponsored(chain))
      throw badParameter('chainId', `Operations on ${chain.name} are not sponsored.`)
    return answer(
      c,
      await answerRpc({
        text: await c.req.text(),
        refuse: refusePaymasterMethod,
        forward: async (requests) => {
          await charge(c, requests.length)
          return smartAccounts.paymaster(chain, requests, c.get('signal'), callerOf(c))
        },
      }),
    )
  })
}

function chainAsked(c: RequestContext, query: typeof rpcQuery | typeof bundlerQuery, chains: Chains) {
  const { success, data, error } = z.safeParse(query, c.req.query())
  if (error?.issues[0]?.path[0] === 'bundler') throw badParameter('bundler', 'This server knows no such bundler.')
  if (!success) throw badParameter('chainId', 'chainId must be a CAIP-2 id like eip155:1.')
  return requireChain(chains, data.chainId)
}

function answer(c: RequestContext, { status, body }: Answer): Response {
  c.header('Cache-Control', 'no-store')
  if (body === undefined) return c.body(null, 204)
  // As the node wrote it: an amount may exceed JavaScript's numbers.
  return c.body(writeReplies(body), status, { 'content-type': 'application/json' })
}

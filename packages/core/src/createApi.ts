import { analyticsApi, analyticsRoutes } from '@billfold/protocol/api/analytics'
import { balancesApi, balancesRoutes } from '@billfold/protocol/api/balances'
import { chainsApi, chainsRoutes } from '@billfold/protocol/api/chains'
import { historyApi, historyRoutes } from '@billfold/protocol/api/history'
import { toHttpRequest } from '@billfold/protocol/api/http'
import { identityApi, identityRoutes } from '@billfold/protocol/api/identity'
import { nftsApi, nftsRoutes } from '@billfold/protocol/api/nfts'
import { pricesApi, pricesRoutes } from '@billfold/protocol/api/prices'
import { registryApi, registryRoutes } from '@billfold/protocol/api/registry'
import { swapApi, swapRoutes } from '@billfold/protocol/api/swap'
import { cleanText } from '@billfold/protocol/cleanText'
import { type Call, createClient } from '@billfold/protocol/contract'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import type { Options } from './features/options/options.ts'
import type { Api } from './kit.ts'
import type { Http } from './ports/http.ts'

const contract = {
  ...registryApi,
  ...analyticsApi,
  ...balancesApi,
  ...chainsApi,
  ...historyApi,
  ...identityApi,
  ...nftsApi,
  ...pricesApi,
  ...swapApi,
}
const routes = {
  ...registryRoutes,
  ...analyticsRoutes,
  ...balancesRoutes,
  ...chainsRoutes,
  ...historyRoutes,
  ...identityRoutes,
  ...nftsRoutes,
  ...pricesRoutes,
  ...swapRoutes,
}
const timeoutMs = 10_000
const maxBytes = 4_000_000
const nameLength = 40

/** The asking side of our server, validated both ways; fetched with the first call, so that a resting page stays light. */
export function createApi(http: Http, options: () => Options): Api {
  const call: Call = async (name, input, signal) => {
    const { apiUrl } = options()
    const request = toHttpRequest(routes[name as keyof typeof routes], input as Record<string, unknown>)
    const { status, body } = await http({
      url: `${apiUrl.replace(/\/$/, '')}${request.path}?${request.query}`,
      method: request.method === 'GET' ? 'GET' : 'POST',
      ...(request.body === undefined ? {} : { body: request.body }),
      timeoutMs,
      maxBytes,
      signal,
    })
    if (status === 403) throw new KitError('origin_not_allowed')
    if (status === 429) throw new KitError('too_many_requests')
    if (status === 401) throw new KitError('project_unknown')
    if (status < 200 || status > 299) {
      const { code, reason } = status === 400 ? complaintIn(body) : {}
      throw new KitError(code ?? codeOf(status), { message: reason ?? `HTTP status code: ${status}` })
    }
    try {
      return JSON.parse(body)
    } catch (cause) {
      throw new KitError('unavailable', { message: 'The server gave an answer that is no JSON', cause })
    }
  }
  const client = createClient(contract, call)
  const who = () => {
    const { projectId, sdkType, sdkVersion } = options()
    return { projectId, st: sdkType, sv: sdkVersion }
  }
  return {
    async getWallets(input, signal) {
      const { data, count } = await client.getWallets({ ...input, ...who() }, signal)
      // A registry is as able to lie as a wallet: a name must look like what it is.
      const named = data.map((wallet) => ({ ...wallet, name: cleanText(wallet.name, nameLength) }))
      return { data: named.filter(({ name }) => name), count }
    },
    getAnalyticsConfig: (input, signal) => client.getAnalyticsConfig({ ...input, ...who() }, signal),
    e: (input, signal) => client.e({ ...input, ...who() }, signal),
    getBalance: (input, signal) => client.getBalance({ ...input, ...who() }, signal),
    getHistory: (input, signal) => client.getHistory({ ...input, ...who() }, signal),
    getIdentity: (input, signal) => client.getIdentity({ ...input, ...who() }, signal),
    getNfts: (input, signal) => client.getNfts({ ...input, ...who() }, signal),
    getPrice: (input, signal) => client.getPrice({ ...input, ...who() }, signal),
    getSwapTokens: (input, signal) => client.getSwapTokens({ ...input, ...who() }, signal),
    getSwapQuotes: (input, signal) => client.getSwapQuotes({ ...input, ...who() }, signal),
    getSwapAllowance: (input, signal) => client.getSwapAllowance({ ...input, ...who() }, signal),
    getGasPrice: (input, signal) => client.getGasPrice({ ...input, ...who() }, signal),
    buildSwapApproval: (input, signal) => client.buildSwapApproval({ ...input, ...who() }, signal),
    buildSwapPermit: (input, signal) => client.buildSwapPermit({ ...input, ...who() }, signal),
    buildSwap: (input, signal) => client.buildSwap({ ...input, ...who() }, signal),
    getSupportedChains: (input, signal) => client.getSupportedChains({ ...input, ...who() }, signal),
  }
}

/** 503 is the one that callers stop asking at: no source behind the server answers. */
const codeOf = (status: number): ErrorCode => codes[status] ?? 'unavailable'
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'missing_input',
  404: 'not_found',
  503: 'sources_unavailable',
}

/** What the server says is wrong with a call, made safe to show; that a swap was tried out and refused is a code of its own. */
function complaintIn(body: string): { code?: ErrorCode; reason?: string } {
  try {
    const { code, reasons } = JSON.parse(body) as { code?: unknown; reasons?: { description?: unknown }[] }
    const reason = cleanText(reasons?.[0]?.description, 300)
    return { ...(code === 'transaction_rejected' ? { code } : {}), ...(reason ? { reason } : {}) }
  } catch {
    // Something else than our server answered.
    return {}
  }
}

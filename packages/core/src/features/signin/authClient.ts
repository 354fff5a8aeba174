import { toHttpRequest } from '@billfold/protocol/api/http'
import { type Call, type Client, createClient } from '@billfold/protocol/contract'
import { type ErrorCode, errors, KitError } from '@billfold/protocol/error'
import { authApi, authRoutes } from '@billfold/protocol/signin/authApi'
import type { Kit } from '../../kit.ts'

const timeoutMs = 10_000
const maxBytes = 100_000

type Name = keyof typeof authApi
type AuthClient = Client<typeof authApi>
type Input<N extends Name> = Omit<Parameters<AuthClient[N]>[0], 'projectId' | 'st' | 'sv'>

/** Calls the server's sign-in API, each call with its token; throws any error by its code. */
export function authClient({ ports, store }: Pick<Kit, 'ports' | 'store'>) {
  return async function ask<N extends Name>(
    name: N,
    input: Input<N>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Awaited<ReturnType<AuthClient[N]>>> {
    const { apiUrl, projectId, sdkType, sdkVersion } = store.get().options
    const call: Call = async (_, parameters) => {
      const request = toHttpRequest(authRoutes[name], parameters as Record<string, unknown>)
      const { status, body } = await ports.http({
        url: `${apiUrl.replace(/\/$/, '')}${request.path}?${request.query}`,
        method: request.method as 'GET' | 'POST' | 'PATCH' | 'DELETE',
        ...(request.body === undefined ? {} : { body: request.body }),
        headers,
        timeoutMs,
        maxBytes,
      })
      const answer = readJson(body)
      if (status >= 200 && status <= 299 && answer !== undefined) return answer
      throw refusalOf(status, answer)
    }
    const client = createClient({ [name]: authApi[name] }, call) as Record<Name, (input: unknown) => Promise<never>>
    return client[name]({ ...input, projectId, st: sdkType, sv: sdkVersion })
  }
}
export type RequestAuth = ReturnType<typeof authClient>

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // not our server's format
  }
}

/** The server's error code if it has one, otherwise by status. */
function refusalOf(status: number, answer: unknown): KitError {
  const { code } = (answer ?? {}) as { code?: unknown }
  const known = typeof code === 'string' && Object.hasOwn(errors, code) ? (code as ErrorCode) : undefined
  const plain: ErrorCode = status === 401 ? 'unauthorized' : status === 429 ? 'too_many_requests' : 'unavailable'
  return new KitError(known ?? plain, { message: `The sign-in server returned ${status}` })
}

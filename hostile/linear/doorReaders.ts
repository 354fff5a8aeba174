import { createApp } from '@billfold/server/createApp'
import { createLog } from '@billfold/server/log/createLog'
import { appDeps } from '@billfold/server/test/appDeps'
import type { Reader } from './findSuperlinear.ts'

const fields =
  'chainId address cursor currency search include exclude chains forceUpdate from to amount userAddress name coinTypes zone bundler sv'.split(
    ' ',
  )
const origin = 'https://shop.example'

/** Every route of the API with a text at each place of a request: path, query, headers and body. */
export function doorReaders(): Reader[] {
  const plenty = { limit: 1e9, windowMs: 60_000 }
  const app = createApp(
    appDeps({
      ...{ clientQuota: plenty, projectQuota: plenty, bodyLimitBytes: 1e6, trustProxy: 1 },
      log: createLog('trace', { write: () => undefined }),
    }),
  )
  const routes = new Map(
    app.routes.filter(({ path }) => path !== '/*').map((route) => [`${route.method} ${route.path}`, route]),
  )
  return [...routes].map(([name, { method, path }]) => {
    const ask = (to: string, init: RequestInit) =>
      app.request(to, { method: method === 'ALL' ? 'GET' : method, ...init })
    return [
      name,
      async (text) => {
        const encoded = encodeURIComponent(text.toWellFormed())
        // A parameter with a rule of its own keeps a valid value; the others are the text.
        const at = path.replace(/:\w+(?:\{[^}]*\}*\})?\??|\*/g, encoded)
        const query = fields.map((field) => `${field}=${encoded}`).join('&')
        const headers = {
          origin: `https://${encoded}`,
          authorization: `Bearer ${encoded}`,
          'x-forwarded-for': encoded,
          'x-forwarded-host': encoded,
        }
        const hasBody = method === 'POST'
        const body = JSON.stringify({
          jsonrpc: '2.0',
          id: text,
          method: text,
          params: [text],
          ...Object.fromEntries(fields.map((field) => [field, text])),
        })
        await ask(`${at}?projectId=shop`, { headers: { origin }, ...(hasBody ? { body: text } : {}) })
        await ask(`${path}?projectId=shop&${query}`, { headers: { origin }, ...(hasBody ? { body } : {}) })
        await ask(`${path}?projectId=${encoded}`, { headers })
      },
    ]
  })
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answers } from '@billfold/server/test/testAnswers'

/** The delay of each service before its response, in milliseconds. */
export const latencies = { '0x': 120, '1inch': 300, lifi: 700, kyberswap: 1_500 } as const

/** The four services on this machine: their documented responses, each after its own delay. */
export async function startServices() {
  const server = createServer((request, response) => {
    const id = (Object.keys(latencies) as (keyof typeof latencies)[]).find((each) =>
      request.url?.startsWith(`/${each}/`),
    )
    const body = id && JSON.stringify(answers[id]())
    setTimeout(
      () => {
        response.writeHead(id ? 200 : 404, { 'content-type': 'application/json' })
        response.end(body ?? '{}')
      },
      latencies[id ?? '0x'],
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = (id: keyof typeof latencies) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}`
  return {
    /** The environment with which a server calls them. */
    env: {
      ZEROX_API_KEY: 'bench',
      ZEROX_URL: at('0x'),
      ONEINCH_API_KEY: 'bench',
      ONEINCH_URL: at('1inch'),
      LIFI_INTEGRATOR: 'bench',
      LIFI_URL: at('lifi'),
      KYBERSWAP_CLIENT_ID: 'bench',
      KYBERSWAP_URL: at('kyberswap'),
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

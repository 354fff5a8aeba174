import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settlerRegistry } from '@billfold/protocol/eip155/swapCallFault'
import { hostedContracts } from '@billfold/server/providers/quotes/hosted/hostedContracts'
import { answers, least } from '@billfold/server/test/testAnswers'
import { calls, settler } from '@billfold/server/test/testSwaps'
import { usdc } from '@billfold/server/test/testUpstream'
import type { Address } from 'viem'

/** The delay of each service before its response, in milliseconds. */
export const latencies = { '0x': 120, '1inch': 300, lifi: 700, kyberswap: 1_500 } as const

type Service = keyof typeof latencies

/** The documented response to a request: the server rejects one that pays anyone but the account in the query. */
function answerOf(id: Service, query: URLSearchParams): object {
  const recipient = (query.get('taker') ?? query.get('toAddress')) as Address
  if (id === '0x') return answers[id]({}, { data: calls.zeroX(least, { recipient }) })
  if (id === 'lifi') return answers[id]({}, { data: calls.lifi(least, { recipient }) })
  return answers[id]()
}

/** Contracts that return one word, whatever the call, or revert. */
const returnsWord = (word: string) => `0x7f${word.replace('0x', '').padStart(64, '0')}60005260206000f3`
const reverts = '0x60006000fd'

/**
 * Gives a local chain what the server reads on Ethereum: the Settler that 0x's registry names, and a token of which no
 * one has any, so that simulated swaps revert and the server offers the services' own numbers.
 */
export async function prepareEthereum(rpcUrl: string): Promise<void> {
  const codes = [
    [settlerRegistry, returnsWord(settler)],
    [usdc, returnsWord('0')],
    [hostedContracts['0x'].address, reverts],
    [hostedContracts.lifi.address, reverts],
  ]
  for (const params of codes) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hardhat_setCode', params })
    const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { error } = (await answer.json()) as { error?: { message: string } }
    if (error) throw new Error(`The chain did not take a contract: ${error.message}`)
  }
}

/** The four services on this machine: their documented responses, each after its own delay. */
export async function startServices() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const id = (Object.keys(latencies) as Service[]).find((each) => pathname.startsWith(`/${each}/`))
    const body = id && JSON.stringify(answerOf(id, searchParams))
    setTimeout(
      () => {
        response.writeHead(id ? 200 : 404, { 'content-type': 'application/json' })
        response.end(body ?? '{}')
      },
      latencies[id ?? '0x'],
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = (id: Service) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}`
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

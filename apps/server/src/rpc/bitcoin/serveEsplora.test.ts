import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../../test/appDeps.ts'
import { startUpstream, type Upstream } from '../../../test/testUpstream.ts'
import { createChains } from '../../chains/createChains.ts'
import { createApp } from '../../createApp.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

it("passes on its source's Retry-After, without blaming the visitor", async () => {
  const id = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
  const chains = createChains([
    {
      ...{ id, namespace: 'bip122', reference: id.slice(7), name: 'Bitcoin', rpcUrls: [upstream.url], wsUrls: [] },
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      ...{ tokens: [], contracts: {}, stables: [], isLocal: false },
    },
  ])
  const app = createApp(appDeps({ chains }))
  upstream.says({ status: 429, headers: { 'retry-after': '60' }, body: 'Too Many Requests' })
  for (let time = 0; time < 3; time++) {
    const answer = await app.request(`http://api.test/v1/fee-estimates?projectId=shop&chainId=${id}`)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 50]).toEqual([503, true])
  }
  expect(upstream.requests).toHaveLength(1)
})

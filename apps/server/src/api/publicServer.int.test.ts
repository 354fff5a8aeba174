import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicRows } from '../../test/publicServer/publicRows.ts'
import { type PublicServer, startPublicServer } from '../../test/publicServer/startPublicServer.ts'
import { stockRows } from '../../test/publicServer/stockRows.ts'
import { misfits } from '../../test/shapeOf.ts'
import { placeAddresses, type StockRequest } from '../../test/stockRequest.ts'

// The promises of the server that stock clients were made for, row by row. A row holds, or docs/compatibility.md says
// why not.
const root = join(import.meta.dirname, '../../../..')
const docs = readFileSync(join(root, 'docs/compatibility.md'), 'utf8')
const recorded = readFileSync(join(import.meta.dirname, '../../test/stockRequests.jsonl'), 'utf8')
let server: PublicServer
beforeAll(async () => {
  server = await startPublicServer()
})
afterAll(() => server?.stop())

describe.each([
  ['as the public server answers', publicRows],
  ['as AppKit asks', stockRows],
])('%s', (_, rows) => {
  it.each(rows)('%s', async (says, holds) => {
    expect(docs).toContain(`| ${says} | holds |`)
    await holds(server)
  })
})

// Every kind of request that the pages of e2e/dropin made, verbatim; distil.ts there writes the file.
describe('as a page of a stock client has asked', () => {
  const requests = recorded.split('\n').flatMap((line) => (line ? [JSON.parse(line) as StockRequest] : []))
  const title = ({ by, method, path, body }: StockRequest) =>
    [by, method, path.split('?')[0], /"(?:method|event)":"(\w+)"/.exec(body ?? '')?.[1]].filter(Boolean).join(' ')

  it.each(requests.map((request) => [title(request), request] as const))('%s', async (_, sample) => {
    const place = async (text: string) => fill(placeAddresses(text, server.chain))
    const path = await place(sample.path)
    const headers = { ...sample.headers, origin: 'http://localhost:3000' }
    const body = sample.body && (await place(sample.body))
    const response = await server.request(path, { method: sample.method, headers, ...(body ? { body } : {}) })
    const type = response.headers.get('content-type')?.split(';')[0]
    const answer = await response.text()
    expect([response.status, type, answer.length > 0]).toEqual([sample.status, sample.type, true])
    expect(response.headers.get('access-control-allow-origin')).toMatch(/^(?:\*|http:\/\/localhost:3000)$/)
    if (sample.shape) expect(misfits(sample.shape, JSON.parse(answer))).toEqual([])
  })

  /** Replaces placeholders that differ by chain and registry: a transaction, and the name of an image's content. */
  async function fill(text: string): Promise<string> {
    if (text.includes('{transaction}')) {
      const { body } = await server.ask(`/v1/account/${server.alice}/history?chainId=eip155:1`)
      return text.replace('{transaction}', body.data[0].metadata.hash)
    }
    if (!text.includes('{wallet image}')) return text
    const { body } = await server.ask('/getWallets?page=1&entries=1')
    return text.replace('{wallet image}', body.data[0].image_id)
  }
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchMember } from './fetchMember.ts'

const answers: Record<string, [number, unknown]> = {
  'Bearer good': [200, { address: '0x1', caip2Network: 'eip155:1', more: true }],
  'Bearer old': [401, { code: 'sign_in_unproven' }],
  'Bearer odd': [200, { nonsense: true }],
  'Bearer down': [503, {}],
}
let api: Server
let apiUrl: URL
let authorization: string | undefined
beforeAll(async () => {
  api = createServer((request, response) => {
    authorization = request.url
    const [status, body] = answers[request.headers.authorization ?? ''] ?? [500, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
  apiUrl = new URL(`http://127.0.0.1:${(api.address() as AddressInfo).port}/`)
})
afterAll(() => void api.close())
const ask = (token: string | undefined) => fetchMember({ apiUrl, projectId: 'my-site' }, token)

test('accepts a token’s owner according to the API, and rejects everyone else', async () => {
  expect(await ask('Bearer good')).toEqual({ status: 200, body: { address: '0x1', caip2Network: 'eip155:1' } })
  expect(authorization).toBe('/auth/v1/me?projectId=my-site')
  authorization = undefined
  for (const token of [undefined, '', 'good', 'Bearer ', 'Bearer a b', 'Bearer a\r\nx: y'])
    expect((await ask(token)).status).toBe(401)
  expect(authorization).toBeUndefined()
  expect((await ask('Bearer old')).status).toBe(401)
  expect((await ask('Bearer odd')).status).toBe(503)
  expect((await ask('Bearer down')).status).toBe(503)
  const nowhere = { apiUrl: new URL('http://127.0.0.1:1'), projectId: null }
  expect((await fetchMember(nowhere, 'Bearer good')).status).toBe(503)
  expect((await fetchMember({ apiUrl: null, projectId: null }, 'Bearer good')).status).toBe(503)
})

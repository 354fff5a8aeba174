import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordTraffic } from './recordTraffic.ts'

let browser: Awaited<ReturnType<typeof launchChromium>>
/** Responses that wait until the test releases them. */
const held: (() => void)[] = []
const server = createServer((request, response) => {
  if (request.url !== '/report') return void response.setHeader('content-type', 'text/html').end('<p>A page</p>')
  response.setHeader('content-type', 'application/json')
  held.push(() => void response.end('{"ok":true}'))
})
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

async function report() {
  const context = await browser.newContext()
  const traffic = recordTraffic(context)
  const page = await context.newPage()
  await page.goto(url())
  const send = () => page.evaluate(() => void fetch('/report', { method: 'POST', body: '{}' }))
  await send()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  return { context, page, traffic, send }
}
const reports = (traffic: ReturnType<typeof recordTraffic>) =>
  traffic.exchanges().filter(({ url }) => url.endsWith('/report'))

test('waits for the response of a pending report, and records nothing after it', async () => {
  const { context, traffic, send } = await report()
  const settled = traffic.settle(30_000)
  held.pop()!()
  await settled
  await send()
  await expect.poll(() => held.length).toBe(1)
  await context.close()
  expect(reports(traffic)).toMatchObject([{ status: 200, answer: { ok: true } }])
  held.pop()!()
})

test('leaves a request that gets no response without a status', async () => {
  const { context, traffic } = await report()
  await traffic.settle(100)
  await context.close()
  expect(reports(traffic)).toMatchObject([{ method: 'POST' }])
  expect(reports(traffic)[0]).not.toHaveProperty('status')
  held.pop()!()
})

test('treats the requests of a closing page as aborted', async () => {
  const { context, page, traffic } = await report()
  await page.close()
  await traffic.settle(30_000)
  await context.close()
  expect(reports(traffic)).toMatchObject([{ failure: 'net::ERR_ABORTED' }])
  held.pop()!()
})

import { readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { guardContext, isOurs } from './guardContext.ts'
import { browser, test } from './harness.ts'
import { picturePath, tracePath } from './keepPicture.ts'
import { stack } from './stack.ts'

const pages: Record<string, string> = {
  '/clean': '<!doctype html><title>Clean</title><p>Nothing happens here</p>',
  '/inline': '<!doctype html><title>x</title><script>globalThis.ran = true</script>',
  '/error': '<!doctype html><title>x</title><script src="/error.js"></script>',
  '/error.js': 'console.error("told you")',
  '/warning': '<!doctype html><title>x</title><script src="/warning.js"></script>',
  '/warning.js': 'console.warn("careful")',
  '/throw': '<!doctype html><title>x</title><script src="/throw.js"></script>',
  '/throw.js': 'setTimeout(() => { throw new Error("oh no") })',
  '/reject': '<!doctype html><title>x</title><script src="/reject.js"></script>',
  '/reject.js': 'Promise.reject(new Error("nobody caught me"))',
  '/eval': '<!doctype html><title>x</title><script src="/eval.js"></script>',
  '/eval.js': 'try { new Function("1") } catch {}',
  '/sink': '<!doctype html><title>x</title><script src="/sink.js"></script>',
  '/sink.js': 'try { document.createElement("div").innerHTML = "<b>" } catch {}',
  '/elsewhere': '<!doctype html><title>x</title><script src="/elsewhere.js"></script>',
  '/elsewhere.js': 'fetch("http://elsewhere.example/count").catch(() => {})',
  '/neighbour': '<!doctype html><title>x</title><script src="/neighbour.js"></script>',
  '/neighbour.js': 'fetch("http://localhost:9/").catch(() => {})',
  '/socket': '<!doctype html><title>x</title><script src="/socket.js"></script>',
  '/socket.js': 'new WebSocket("ws://elsewhere.example/")',
}

let server: Server
let base: string
let policy: string

beforeAll(async () => {
  const answer = await fetch(stack.site.replace('app.billfold.localhost', '127.0.0.1'))
  policy = answer.headers.get('content-security-policy') ?? ''
  server = createServer((request, response) => {
    const path = request.url ?? '/'
    // Its policy must not stop requests that the guard has to catch.
    const open = /^\/(elsewhere|neighbour|socket)/.test(path)
    if (!open) response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html')
    response.end(pages[path] ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://localhost:${(server.address() as AddressInfo).port}`
})

afterAll(() => void server.close())

async function problemsAt(path: string, enough: (problems: readonly string[]) => boolean): Promise<readonly string[]> {
  const context = await (await browser()).newContext()
  try {
    const guard = await guardContext(context, { ports: [Number(new URL(base).port)] })
    const page = await context.newPage()
    await page.goto(base + path)
    await expect.poll(() => enough(guard.problems)).toBe(true)
    if (guard.problems.length > 0) expect(() => guard.check()).toThrow('The page is not clean')
    else guard.check()
    return guard.problems
  } finally {
    await context.close()
  }
}

test('a clean page has no problems', async () => {
  expect(await problemsAt('/clean', () => true)).toEqual([])
})

test.for([
  ['/inline', /Policy violation: script-src-elem stopped inline/],
  ['/eval', /Policy violation: (script-src|require-trusted-types-for)/],
  ['/sink', /Policy violation: require-trusted-types-for stopped trusted-types-sink/],
  ['/error', /Console error: told you/],
  ['/warning', /Console warning: careful/],
  ['/throw', /Uncaught: oh no/],
  ['/reject', /Uncaught: nobody caught me/],
  ['/elsewhere', /Request to another host: http:\/\/elsewhere\.example\/count/],
  ['/neighbour', /Request to another host: http:\/\/localhost:9\//],
  ['/socket', /Request to another host: ws:\/\/elsewhere\.example\//],
] as const)('the guard catches %s', async ([path, sentence]) => {
  const isReported = (problems: readonly string[]) => problems.some((problem) => sentence.test(problem))
  expect(await problemsAt(path, isReported)).toSatisfy(isReported)
})

test('no other host is reached, whatever a page requests', async () => {
  const context = await (await browser()).newContext()
  const failures: string[] = []
  context.on('requestfailed', (request) => failures.push(request.failure()?.errorText ?? ''))
  const page = await context.newPage()
  await page.goto(`${base}/elsewhere`)
  const ask = (url: string) => page.evaluate((to) => fetch(to, { mode: 'no-cors' }).then(String, () => 'no'), url)
  expect(await ask('http://192.0.2.1/')).toBe('no')
  await expect.poll(() => failures).toEqual(['net::ERR_NAME_NOT_RESOLVED', 'net::ERR_NAME_NOT_RESOLVED'])
  await context.close()
})

test.fails('fails a test that allows nothing', async ({ open }) => {
  await open(`${base}/error`)
})

test('only our ports on this machine are ours', () => {
  const ports = [4100, 4111]
  expect(isOurs('http://app.billfold.localhost:4100/', ports)).toBe(true)
  expect(isOurs('ws://127.0.0.1:4111', ports)).toBe(true)
  expect(isOurs('data:image/png;base64,AA==', ports)).toBe(true)
  expect(isOurs('http://localhost:4112', ports)).toBe(false)
  expect(isOurs('https://example.com:4100', ports)).toBe(false)
  expect(isOurs('http://localhost.example.com:4100', ports)).toBe(false)
  expect(isOurs('http://127.0.0.1.example.com:4100', ports)).toBe(false)
})

const failing = 'a journey fails on purpose'
const failed = picturePath(`${failing} 1`)
const trace = tracePath(failing, 1)
test.fails(failing, async ({ open }) => {
  await Promise.all([failed, trace].map((path) => rm(path, { force: true })))
  await open(`${base}/clean`)
  throw new Error('on purpose')
})

test('a failed journey leaves a picture and a trace of its page', async () => {
  expect((await stat(failed)).size).toBeGreaterThan(0)
  const archive = await readFile(trace)
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  expect(archive.includes('trace.trace')).toBe(true)
})

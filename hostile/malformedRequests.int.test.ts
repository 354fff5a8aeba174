import { afterAll, beforeAll, expect, it } from 'vitest'
import { attempt, sampleAttempts, sendAll } from './firstBytes.ts'
import { type HostileStack, manySockets, socketPaths, startHostileStack } from './startHostileStack.ts'

const perDoor = 800

let stack: HostileStack
beforeAll(async () => {
  stack = await startHostileStack(manySockets)
})
afterAll(() => stack?.stop())

// The short form of firstBytes.hostile.ts.
it('every service rejects malformed requests and keeps running', async () => {
  for (const name of Object.keys(stack.doors) as (keyof typeof stack.doors)[]) {
    const { port } = stack.door(name)
    const { answered, closed } = await sendAll(stack.door(name), sampleAttempts(perDoor, 13, socketPaths[name]))
    // Most get an error response; a silent close is right for the few that are not requests at all.
    expect(answered, name).toBeGreaterThan(19 * closed)
    for (const bad of ['//', '*', '/%zz', 'http://evil.example/'])
      for (const upgrade of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
        const opening = `GET ${bad} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`
        const status = await attempt(port, { opening, frames: '' }, { waits: true })
        // Services that parse the target themselves report it; the others have nothing there.
        const expected = ['mail', 'identity', 'onramp'].includes(name) ? /^4\d\d$/ : /^400$/
        expect(String(status), `${name} ${bad}`).toMatch(expected)
      }
  }
  await stack.expectUnharmed()
})

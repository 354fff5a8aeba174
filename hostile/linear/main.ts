import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStepCounter } from './stepCounter.ts'

// A process of its own: it counts only code that loads after the counters, and replaces built-in functions.
Error.stackTraceLimit = 0
const counter = await openStepCounter()
const { exposeLocals } = await import('./exposeLocals.ts')
const declared = exposeLocals(`${pathToFileURL(join(import.meta.dirname, '../../apps/server/src')).href}/`)
const { findSuperlinear } = await import('./findSuperlinear.ts')
const { planted } = await import('./planted.ts')
const { protocolReaders, serverReaders } = await import('./readers.ts')
const { shapes } = await import('./shapes.ts')

/**
 * Functions that no untrusted text of any length reaches. Their callers are readers too, so the measurement covers
 * their limits.
 */
const bounded: Readonly<Record<string, string>> = {
  'base58 encodeBase58': 'takes bytes',
  'polkadot/scale compactBytes': 'takes a number',
  'providers/names/ensReader.ts coinData': 'takes a name that normalName has read, of at most 255 letters',
}
const isTried = ([name]: readonly [string, unknown]) => !(name in bounded)

// The test searches for their work, so they get one text, of digits.
const digits = [(length: number) => '9'.repeat(length)]
const linear = await findSuperlinear(counter, planted.linear, digits)
const square = Object.keys(await findSuperlinear(counter, planted.square, digits))

const protocol = (await protocolReaders()).filter(isTried)
const inProtocol = await findSuperlinear(counter, protocol)
const server = (await serverReaders(declared)).filter(isTried)
const inServer = await findSuperlinear(counter, server)

const { doorReaders } = await import('./doorReaders.ts')
const doors = doorReaders()
// A request costs much beside its text: each route has some of the shapes, and all routes have all of them.
const rounds = 14
const atDoors: Record<string, string> = {}
for (let round = 0; round < rounds; round++) {
  const own = (_: unknown, at: number) => at % rounds === round
  Object.assign(atDoors, await findSuperlinear(counter, doors.filter(own), shapes.filter(own)))
}
const results = { linear, square, protocol: inProtocol, server: inServer, doors: atDoors }
const tried = { protocol: protocol.length, server: server.length, doors: doors.length }
process.stdout.write(JSON.stringify({ found: results, tried, patterns: [...counter.patterns] }), () => process.exit())

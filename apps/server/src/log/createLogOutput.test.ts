import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createLogOutput } from './createLogOutput.ts'

/** A stream whose reader takes a line when the test says so. */
function setUp(patienceMs = 60_000) {
  const read: string[] = []
  const waiting: (() => void)[] = []
  const stream = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(line: string, _, done) {
      waiting.push(() => {
        if (line) read.push(line)
        done()
      })
    },
  })
  /** Takes everything that waits. */
  const drain = async () => {
    while (stream.writableLength > 0 || waiting.length > 0) {
      waiting.shift()?.()
      await new Promise(setImmediate)
    }
  }
  return { output: createLogOutput({ stream, maxBytes: 20, patienceMs }), stream, read, drain }
}

describe('the log', () => {
  it('keeps to its buffer while no one reads, then reports how many lines are missing', async () => {
    const { output, stream, read, drain } = setUp()
    for (let line = 1; line <= 50; line += 1) output.write(`line ${line}\n`)
    expect(stream.writableLength).toBeLessThan(40)
    await drain()
    const kept = read.length
    expect(read).toEqual(Array.from({ length: kept }, (_, at) => `line ${at + 1}\n`))
    output.write('again\n')
    await drain()
    expect(JSON.parse(read[kept]!)).toMatchObject({ level: 'warn', lines: 50 - kept, msg: 'the log was not read' })
    expect(read.slice(kept + 1)).toEqual(['again\n'])
  })

  it('is silent once the reader is gone, and the process continues', async () => {
    const { output, stream } = setUp()
    stream.on('close', () => {})
    stream.destroy(new Error('EPIPE'))
    await new Promise(setImmediate)
    for (let line = 0; line < 3; line += 1) output.write('lost\n')
    await new Promise<void>((done) => output.flush(done))
  })

  it('flushes when all is written, and does not wait forever for a stopped reader', async () => {
    const { output, drain, read } = setUp()
    output.write('last\n')
    const flushed = new Promise<void>((done) => output.flush(done))
    await drain()
    await flushed
    expect(read).toEqual(['last\n'])
    const asleep = setUp(1)
    asleep.output.write('never\n')
    await new Promise<void>((done) => asleep.output.flush(done))
    expect(asleep.read).toEqual([])
  })
})

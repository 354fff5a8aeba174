import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { endOnFault } from './endOnFault.ts'

function start(close: () => Promise<void>, patienceMs?: number) {
  const codes: number[] = []
  const errors: string[] = []
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => void codes.push(code) })
  endOnFault(process, { say: (error) => errors.push(error), close, ...(patienceMs && { patienceMs }) })
  return { process, codes, errors }
}

it.each(['uncaughtException', 'unhandledRejection'])(
  'logs an %s by its class, finishes and exits with 1',
  async (event) => {
    const closing = Promise.withResolvers<void>()
    const { process, codes, errors } = start(() => closing.promise)
    process.emit(event, new TypeError('ann@site.example'))
    process.emit(event, 'once more')
    expect(errors).toEqual(['TypeError', 'Error'])
    await Promise.resolve()
    expect(codes).toEqual([])
    closing.resolve()
    await vi.waitFor(() => expect(codes).toEqual([1]))
  },
)

it('waits neither forever nor for a failing close', async () => {
  vi.useFakeTimers()
  const stuck = start(() => new Promise(() => {}), 100)
  stuck.process.emit('uncaughtException', new Error('x'))
  vi.advanceTimersByTime(99)
  expect(stuck.codes).toEqual([])
  vi.advanceTimersByTime(1)
  expect(stuck.codes).toEqual([1])
  vi.useRealTimers()
  const broken = start(() => Promise.reject(new Error('y')))
  broken.process.emit('unhandledRejection', undefined)
  await vi.waitFor(() => expect(broken.codes).toEqual([1]))
})

import { CodeError } from '@billfold/protocol/ur/codeError'
import type { DerivedAccount } from '@billfold/protocol/ur/deriveAccounts'
import { createUrEncoder } from '@billfold/protocol/ur/urEncoder'
import { describe, expect, it } from 'vitest'
import { createQrTask } from './qrTask.ts'

const account: DerivedAccount = { family: 'eip155', address: '0x1', publicKey: new Uint8Array(33), path: [0] }
const choice = { page: () => [account], balance: async () => undefined }
const message = Uint8Array.from({ length: 300 }, (_, at) => at % 251)
const codes = createUrEncoder('bytes', message, 100)
const small = createUrEncoder('bytes', message.subarray(0, 20), 100).part(1)
const ur = { type: 'eth-sign-request', message }

describe('a signer’s task', () => {
  it('explains the camera before the first scan only', () => {
    const first = createQrTask(() => false)
    void first.views.connect({ read: () => choice }).catch(() => undefined)
    expect(first.get()).toEqual({ step: 'permission', purpose: 'accounts' })
    first.allow()
    expect(first.get()).toEqual({ step: 'scanning', purpose: 'accounts' })
    const later = createQrTask(() => true)
    void later.views.connect({ read: () => choice }).catch(() => undefined)
    expect(later.get()?.step).toBe('scanning')
  })

  it('chooses from known accounts without a scan, and scans another device', async () => {
    const task = createQrTask(() => true)
    const chosen = task.views.connect({ known: choice, read: () => choice })
    expect(task.get()?.step).toBe('choose')
    task.scanAgain()
    await expect.poll(() => task.get()?.step).toBe('scanning')
    await task.found(small)
    await expect.poll(() => task.get()?.step).toBe('choose')
    task.choose(account)
    expect(await chosen).toBe(account)
  })

  it('reports parts, refuses wrong codes with a reason, and goes on until the right one', async () => {
    const task = createQrTask(() => true)
    let isRight = false
    const signed = task.views.sign({
      ur,
      read: async ({ message: bytes }) => {
        if (!isRight) throw new CodeError('other_request')
        return bytes
      },
    })
    expect(task.get()).toEqual({ step: 'request', ur })
    task.scanSignature()
    await task.found('https://example.com')
    expect(task.get()).toMatchObject({ problem: 'foreign' })
    await task.found(codes.part(1))
    expect(task.get()).toMatchObject({ progress: { received: 1, count: 3 } })
    await task.found(codes.part(2))
    await task.found(codes.part(3))
    expect(task.get()).toEqual({ step: 'scanning', purpose: 'signature', problem: 'other_request' })
    isRight = true
    for (const number of [2, 3, 1]) await task.found(codes.part(number))
    expect(await signed).toEqual(message)
    expect(task.get()?.step).toBe('done')
  })

  it('goes back to the request, and retries a camera that failed', () => {
    const task = createQrTask(() => true)
    void task.views.sign({ ur, read: async () => 1 }).catch(() => undefined)
    expect(task.canGoBack()).toBe(false)
    task.scanSignature()
    expect(task.canGoBack()).toBe(true)
    task.cameraFailed('blocked')
    expect(task.get()).toEqual({ step: 'cameraFailed', purpose: 'signature', reason: 'blocked' })
    task.retry()
    expect(task.get()?.step).toBe('scanning')
    task.showRequest()
    expect(task.get()).toEqual({ step: 'request', ur })
  })

  it('rejects as the visitor when closed, at each step', async () => {
    const closed = (steps: (task: ReturnType<typeof createQrTask>) => void, signs = true) => {
      const task = createQrTask(() => false)
      const result = signs ? task.views.sign({ ur, read: async () => 1 }) : task.views.connect({ read: () => choice })
      steps(task)
      task.close()
      return expect(result).rejects.toMatchObject({ code: 'user_rejected' })
    }
    await closed(() => {})
    await closed((task) => task.scanSignature())
    await closed((task) => {
      task.scanSignature()
      task.allow()
    })
    await closed(() => {}, false)
  })

  it('passes other errors on', async () => {
    const task = createQrTask(() => true)
    const failing = task.views.sign({
      ur,
      read: async () => {
        throw new Error('offline')
      },
    })
    task.scanSignature()
    await Promise.all([task.found(small), expect(failing).rejects.toThrow('offline')])
  })
})

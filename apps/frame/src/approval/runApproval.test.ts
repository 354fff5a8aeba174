import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import type { ApprovalView, DescribedRequest } from './approvalView.ts'
import { type ApprovalUi, runApproval } from './runApproval.ts'

const view: ApprovalView = {
  ...{ title: '', account: '', changes: [], lines: [], rows: [], details: [], approveLabel: '' },
}
const request = (finish: DescribedRequest['finish'] = async () => 'signed'): DescribedRequest => ({ view, finish })
const ui = (change: Partial<ApprovalUi> = {}) => ({
  ...{ loading: vi.fn(), busy: vi.fn(), ask: vi.fn(async () => true), fail: vi.fn(async () => false), ...change },
})
const { signal } = new AbortController()

test('runs the request after approval only', async () => {
  expect(await runApproval(ui(), async () => request(), signal)).toBe('signed')
  const finish = vi.fn()
  const no = runApproval(ui({ ask: async () => false }), async () => request(finish), signal)
  await expect(no).rejects.toMatchObject({ code: 'user_rejected' })
  expect(finish).not.toHaveBeenCalled()
})

test('an abort before approval ends the request without effect', async () => {
  const finish = vi.fn()
  for (const [read, ask] of [
    [() => new Promise<never>(() => {}), async () => true],
    [async () => request(finish), () => new Promise<never>(() => {})],
  ] as const) {
    const stop = new AbortController()
    const ended = runApproval(ui({ ask }), read, stop.signal)
    setTimeout(() => stop.abort())
    await expect(ended).rejects.toMatchObject({ code: 'aborted' })
  }
  expect(finish).not.toHaveBeenCalled()
})

test('returns the result of a request that was sent before the abort', async () => {
  const stop = new AbortController()
  const finish = async () => {
    stop.abort()
    return '0xhash'
  }
  expect(await runApproval(ui(), async () => request(finish), stop.signal)).toBe('0xhash')
})

test('explains a failure’s effect on the money, and offers a retry', async () => {
  const failures = [new KitError('transaction_rejected'), new KitError('timeout'), new KitError('unavailable')]
  const fail = vi.fn(async () => true)
  const finish = async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return 'signed'
  }
  expect(await runApproval(ui({ fail }), async () => request(finish), signal)).toBe('signed')
  expect(fail.mock.calls.map(([failure]: unknown[]) => failure)).toMatchObject([
    { text: 'refused', canRetry: true },
    // It may have been sent.
    { text: 'unconfirmed', canRetry: false },
    { text: 'unsigned', canRetry: true },
  ])
  const unread = vi.fn(async () => false)
  const away = runApproval(ui({ fail: unread }), () => Promise.reject(new KitError('unavailable')), signal)
  await expect(away).rejects.toMatchObject({ code: 'unavailable' })
  expect(unread.mock.calls).toEqual([[{ text: 'unreachable', reason: 'Resource unavailable', canRetry: true }, signal]])
})

test('rejects an impossible request without a prompt', async () => {
  const screens = ui()
  const refused = runApproval(screens, () => Promise.reject(new KitError('invalid_input')), signal)
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
  expect(screens.fail).not.toHaveBeenCalled()
})

test('shows the network’s own reason for a rejection, and none if it is unreachable', async () => {
  const fail = vi.fn(async () => false)
  const reading = (error: KitError) => runApproval(ui({ fail }), () => Promise.reject(error), signal)
  await expect(reading(new KitError('transaction_rejected', { message: 'Too little.' }))).rejects.toThrow('Too little.')
  await expect(reading(new KitError('unavailable'))).rejects.toThrow()
  expect(fail.mock.calls.map(([failure]: unknown[]) => failure)).toMatchObject([
    { text: 'refused', reason: 'Too little.', canRetry: true },
    { text: 'unreachable', canRetry: true },
  ])
})

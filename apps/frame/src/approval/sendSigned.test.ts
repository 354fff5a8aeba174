import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import { sendSigned } from './sendSigned.ts'

const send = { method: 'send', params: [] }
const lookUp = { method: 'lookUp', params: [] }

function sending(answers: (KitError | string)[], isThere = false) {
  const sent = vi.fn(() => answers.shift() ?? 'sent')
  const ask = async ({ method }: { method: string }) => {
    if (method === 'lookUp') return isThere ? {} : null
    const answer = sent()
    if (answer instanceof Error) throw answer
    return answer
  }
  return { done: sendSigned(send, ask, lookUp), sent }
}

test('resends the same bytes without a response, and trusts the chain', async () => {
  const again = sending([new KitError('unavailable'), 'hash'])
  expect(await again.done).toBe('hash')
  expect(again.sent).toHaveBeenCalledTimes(2)
  const there = sending([new KitError('timeout')], true)
  await there.done
  expect(there.sent).toHaveBeenCalledTimes(1)
  await sending([new KitError('unavailable'), new KitError('missing_input', { message: 'already known' })]).done
})

test('tells a rejection from an unknown outcome', async () => {
  const refused = new KitError('missing_input', { message: 'nonce too low' })
  await expect(sending([refused]).done).rejects.toMatchObject({
    code: 'transaction_rejected',
    message: 'nonce too low',
  })
  const silent = Array.from({ length: 3 }, () => new KitError('timeout'))
  await expect(sending(silent).done).rejects.toMatchObject({ code: 'timeout' })
})

import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { currentCallers, runAsVisitor, shareWork } from './visitor.ts'

it('counts visitors who join shared work while it runs, and none who read its result later', async () => {
  let finish = () => {}
  let ask: () => readonly (string | undefined)[] = () => []
  const work = async () => {
    ask = AsyncLocalStorage.bind(() => currentCallers().members)
    await new Promise<void>((done) => {
      finish = done
    })
  }
  const shared = runAsVisitor('ann', () => shareWork(work))
  runAsVisitor('bob', shared.join)
  expect(ask()).toEqual(['ann', 'bob'])
  finish()
  await shared.result
  for (let n = 0; n < 1_000; n++) runAsVisitor(`later ${n}`, shared.join)
  expect(ask()).toEqual(['ann', 'bob'])
})

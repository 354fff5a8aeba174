import { fakeHttp } from '@billfold/core/ports/fakeHttp'
import { setUpKit } from '@billfold/core/test/setUpKit'
import { afterEach, expect, it } from 'vitest'
import { openWallet } from './openWallet.ts'

const rainbow = { id: 'r1', name: 'Rainbow', rdns: 'me.rainbow', chains: ['eip155:1'], mobile_link: 'rainbow://' }

let stop: () => void
afterEach(() => stop())

/** A wallet's button pressed on a page whose registry answers when told. */
function press(wallet: string) {
  let answer = () => {}
  const gate = new Promise<void>((resolve) => {
    answer = resolve
  })
  const http = fakeHttp(async ({ url }) => {
    if (url.includes('search=')) await gate
    return { body: { data: url.includes('search=Rainbow') ? [rainbow] : [], count: 1 } }
  })
  const { kit, clock } = setUpKit({ http })
  stop = () => kit.dispose()
  const opening = openWallet(kit, { wallet })
  const views = () => kit.store.get().modal.history.map(({ name }) => name)
  /** A search lasts a moment at least, by the kit's clock. */
  async function answered(): Promise<void> {
    answer()
    let isDone = false
    void opening.then(() => {
      isDone = true
    })
    while (!isDone) {
      clock.advance(100)
      await new Promise(setImmediate)
    }
  }
  return { kit, views, answered }
}

it('opens a registry wallet, or the full list for an unknown one', async () => {
  const known = press('rainbow')
  expect(known.views()).toEqual(['Connect'])
  await known.answered()
  expect(known.views()).toEqual(['Connect', 'Downloads'])
  known.kit.dispose()
  const unknown = press('nobodys')
  await unknown.answered()
  expect(unknown.views()).toEqual(['Connect', 'AllWallets'])
})

it('leads a visitor nowhere who has gone elsewhere, or away, before the registry answers', async () => {
  const elsewhere = press('rainbow')
  elsewhere.kit.store.send({ type: 'modal/pushed', view: { name: 'WhatIsAWallet' } })
  await elsewhere.answered()
  expect(elsewhere.views()).toEqual(['Connect', 'WhatIsAWallet'])
  elsewhere.kit.dispose()
  const away = press('rainbow')
  away.kit.store.send({ type: 'modal/closed', rest: { name: 'Connect' } })
  away.kit.store.send({ type: 'modal/opened', view: { name: 'Networks' } })
  await away.answered()
  expect(away.views()).toEqual(['Networks'])
})

import { expect, test } from 'vitest'
import { engines } from './engines/engines.ts'
import {
  connectByKeyboard,
  disconnect,
  logInByMail,
  openPlayground,
  pair,
  refuse,
  reload,
  send,
  sign,
  swap,
} from './engines/journey.ts'
import { visit } from './engines/visit.ts'

test.for(engines)(
  '$name: connect, sign, send, swap, reload and disconnect with the wallet in the page',
  async (engine) => {
    expect(engine.launch, `${engine.name} is not installed`).toBeDefined()
    await visit(engine, async (page) => {
      await openPlayground(page)
      await connectByKeyboard(page)
      await sign(page)
      await refuse(page)
      await send(page)
      await swap(page)
      await reload(page)
      await disconnect(page)
    })
  },
)

test.for(engines)('$name: log in by mail, sign on the wallet’s own page, reload and disconnect', async (engine) => {
  expect(engine.launch, `${engine.name} is not installed`).toBeDefined()
  await visit(engine, async (page) => {
    await openPlayground(page)
    await logInByMail(page)
  })
})

test.for(engines)('$name: pair with a phone, sign, reload and end by the phone', async (engine) => {
  expect(engine.launch, `${engine.name} is not installed`).toBeDefined()
  await visit(engine, async (page) => {
    await openPlayground(page)
    await pair(page)
  })
})

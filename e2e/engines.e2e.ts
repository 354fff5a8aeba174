import { test } from 'vitest'
import { engines } from './engines/engines.ts'
import { connectByKeyboard, openPlayground, refuse, reload, sign } from './engines/journey.ts'
import { visit } from './engines/visit.ts'

// Short, for every run, and without Chromium, in which all other journeys run; the full set is in engines.browsers.ts.
for (const engine of engines.filter(({ name }) => name !== 'Chromium'))
  test.skipIf(!engine.launch)(`${engine.name}: connect by keyboard, sign, refuse and reload`, () =>
    visit(engine, async (page) => {
      await openPlayground(page)
      await connectByKeyboard(page)
      await sign(page)
      await refuse(page)
      await reload(page)
    }),
  )

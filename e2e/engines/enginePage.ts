import type { Driver } from './driver.ts'
import { drawn, type ElementState, findFrame, focusedId, focusedMarkup, look, watch, wrongs } from './inPage.ts'

/** Timeout on a busy machine for an immediate reaction of the page. */
const patienceMs = 40_000
const betweenMs = 50

/** A page in any engine, as a visitor uses it: finds elements by test id, or by a whole selector. */
export type EnginePage = ReturnType<typeof createEnginePage>

type OpenedPage = {
  see: (name: string) => Promise<ElementState>
  click: (name: string) => Promise<void>
  press: (...keys: string[]) => Promise<void>
  has: (name: string) => Promise<boolean>
}

const selectorOf = (name: string) => (/^[\w.:-]+$/.test(name) ? `[data-testid="${name}"]` : name)

/** A visitor over an engine's driver: the mouse and the keys are the browser's own, so events are trusted. */
export function createEnginePage(driver: Driver) {
  const seen: string[] = []
  const run = <T, A extends readonly unknown[]>(inPage: (...args: A) => T, ...args: A) =>
    driver.run<Awaited<T>>(inPage.toString(), args)

  async function until<T>(what: string, ask: () => Promise<T | undefined | false | null>): Promise<T> {
    for (const end = performance.now() + patienceMs; ; ) {
      // A page returns nothing while it loads.
      const got = await ask().catch((error: Error) => {
        if (performance.now() > end) throw error
        return undefined
      })
      if (got) return got
      if (performance.now() > end) throw new Error(`${what}: not in ${patienceMs} ms`)
      await new Promise((again) => setTimeout(again, betweenMs))
    }
  }
  const inspect = (name: string) => run(look, selectorOf(name))

  /** Waits until a visitor sees it. */
  const see = (name: string): Promise<ElementState> =>
    until(`${name} is seen`, async () => {
      const element = await inspect(name)
      return element?.isVisible && element
    })
  /** Clicks on it once it rests, is enabled and uncovered. */
  async function click(name: string): Promise<void> {
    let before: ElementState | undefined
    const { x, y } = await until(`${name} can be clicked`, async () => {
      await run(drawn)
      const element = await inspect(name)
      const isAtRest = element && !element.isMoving && element.x === before?.x && element.y === before.y
      before = element ?? undefined
      return element && isAtRest && element.isVisible && element.isEnabled && element.isOnTop && element
    })
    await driver.click(x, y)
  }
  /** The position of a frame's page. */
  const cornerOf = (frame: string) =>
    driver.run<{ left: number; top: number } | null>(
      `(selector) => {
        const found = (${findFrame.toString()})(selector)
        const box = found?.getBoundingClientRect()
        return box && { left: box.left + found.clientLeft, top: box.top + found.clientTop }
      }`,
      [frame],
    )
  /** The same in the page of another origin in a frame: it must be inside the frame, with the frame uncovered. */
  const inFrame = (frame: string) => {
    const inspectInside = (name: string) =>
      driver.runInFrame<ReturnType<typeof look>>(frame, look.toString(), [selectorOf(name)])
    return {
      see: (name: string): Promise<ElementState> =>
        until(`${name} is seen in ${frame}`, async () => {
          const element = await inspectInside(name)
          return element?.isVisible && element
        }),
      has: async (name: string) => (await inspectInside(name).catch(() => null)) !== null,
      async click(name: string): Promise<void> {
        let before: ElementState | undefined
        const { x, y } = await until(`${name} can be clicked in ${frame}`, async () => {
          await run(drawn)
          const [corner, around, element] = [await cornerOf(frame), await inspect(frame), await inspectInside(name)]
          const place = corner && element && { ...element, x: corner.left + element.x, y: corner.top + element.y }
          const isAtRest = place && !element.isMoving && place.x === before?.x && place.y === before.y
          before = place ?? undefined
          return isAtRest && element.isVisible && element.isEnabled && element.isOnTop && around?.isOnTop && place
        })
        await driver.click(x, y)
      },
    }
  }
  const press = (...keys: string[]) => driver.press(keys)
  const focused = () => run(focusedId)
  const load = async (go: () => Promise<void>) => {
    seen.push(...(await run(wrongs).catch(() => []))) // no page yet
    await go()
    await run(watch)
  }
  return {
    open: (url: string) => load(() => driver.open(url)),
    reload: () => load(() => driver.reload()),
    see,
    click,
    inFrame,
    /** A window that the page opened, as a page of its own. */
    openedWindow: async (part: string): Promise<OpenedPage> =>
      createEnginePage({ ...driver, ...(await until(`a window with ${part}`, () => driver.openedWindow(part))) }),
    /** Whether there is such a window. */
    hasWindow: async (part: string) => (await driver.openedWindow(part)) !== undefined,
    /** A click, whatever it opens. */
    clickAt: (x: number, y: number) => driver.click(x, y),
    run,
    press,
    focused,
    /** The focused element, as a developer reads it. */
    focusedMarkup: () => run(focusedMarkup),
    until,
    /** Whether it exists at all. */
    has: async (name: string) => (await inspect(name)) !== null,
    /** Waits until it is gone. */
    gone: (name: string) => until(`${name} is gone`, async () => (await inspect(name)) === null),
    read: async (name: string) => (await see(name)).text.trim(),
    /** Replaces a field's content, key by key. */
    async fill(name: string, text: string): Promise<void> {
      await click(name)
      const { value } = await see(name)
      await press('End', ...Array.from(value, () => 'Backspace'), ...text)
    },
    /** Presses Tab until it has the focus. */
    async tabTo(testId: string): Promise<void> {
      await see(testId)
      const way = [await focused()]
      const began = performance.now()
      while (way.at(-1) !== testId) {
        if (way.length > 60) {
          const ms = Math.round(performance.now() - began)
          throw new Error(`Tab does not lead to ${testId}; in ${ms} ms its way was ${JSON.stringify(way)}`)
        }
        await press('Tab')
        way.push(await focused())
      }
    },
    picture: driver.picture,
    /** All of its errors so far. */
    problems: async () => [...new Set([...driver.problems(), ...seen, ...(await run(wrongs))])],
    close: driver.close,
  }
}

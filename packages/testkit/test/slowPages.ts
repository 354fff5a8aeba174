import type { Browser, CDPSession } from 'playwright-core'

export type Slowness = {
  /** How many times slower a page's processor is. */
  times: number
  /** The maximum delay of scripts and styles, each by its own share of it, so that they arrive in a different order. */
  lateMs: number
}

/** Settings from the environment: BILLFOLD_SLOW_PAGE=6, BILLFOLD_LATE_FILES=800, or both. */
export function readSlowness(env: NodeJS.ProcessEnv): Slowness {
  const read = (name: string, usual: number) => {
    const value = Number(env[name] ?? usual)
    if (value >= usual) return value
    throw new Error(`${name} must be a number from ${usual} up, not ${JSON.stringify(env[name])}.`)
  }
  return { times: read('BILLFOLD_SLOW_PAGE', 1), lateMs: read('BILLFOLD_LATE_FILES', 0) }
}

/** Slows the pages of a browser down: what a test takes for granted too early, and what breaks when a file comes late, comes to light. */
export function slowPages(browser: Browser, { times, lateMs }: Slowness): Browser {
  if (times === 1 && lateMs === 0) return browser
  const slowDown = async (session: CDPSession) => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: times })
    if (lateMs === 0) return
    session.on('Fetch.requestPaused', ({ requestId }) => {
      // The page may be gone by then.
      const goOn = () => session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
      setTimeout(goOn, Math.random() * lateMs)
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*.js' }, { urlPattern: '*.css' }] })
  }
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await newPage()
      await slowDown(await context.newCDPSession(page))
      return page
    }
    return context
  }
  return browser
}

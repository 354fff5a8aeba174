import type { BrowserContext, FrameLocator, Page } from 'playwright-core'

export const telegramOrigin = 'https://web.telegram.org'

type Call = { eventType: string; eventData: Record<string, unknown> }

/** Plays Telegram's web app: a page that shows the Mini App in a frame, and speaks its protocol. */
export async function playTelegram(context: BrowserContext, origin: string, app: string): Promise<void> {
  const script = `
    const calls = []
    const frame = document.querySelector('iframe')
    addEventListener('message', ({ data, source }) => {
      if (source !== frame.contentWindow || typeof data !== 'string') return
      const call = JSON.parse(data)
      if (typeof call.eventType === 'string') calls.push(call)
    })
    const send = (message) => frame.contentWindow.postMessage(message, '*')`
  const style = '<style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>'
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Telegram</title>${style}<iframe src="${app.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe><script>${script}</script>`,
    }),
  )
}

declare const calls: Call[]
declare const send: (message: unknown) => void

/** The Mini App's calls, without messages of other hosts' protocols. */
export const callsOf = (page: Page, name: string): Promise<Record<string, unknown>[]> =>
  page.evaluate((type) => calls.filter(({ eventType }) => eventType === type).map(({ eventData }) => eventData), name)
export const sendEvent = (page: Page, eventType: string, eventData?: unknown): Promise<void> =>
  page.evaluate((message) => send(message), JSON.stringify({ eventType, eventData }))
export const sendRaw = (page: Page, message: unknown): Promise<void> => page.evaluate((given) => send(given), message)
export const appIn = (page: Page): FrameLocator => page.frameLocator('iframe')

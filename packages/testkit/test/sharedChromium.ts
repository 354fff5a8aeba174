import type { Browser, LaunchOptions } from 'playwright-core'
import { launchChromium } from './launchChromium.ts'

const browsers = new Map<string, Promise<Browser>>()

/**
 * One browser for all files of a worker that want the same options, since a start takes a second of the processor's
 * time. It ends with the worker; callers close their contexts, not the browser.
 */
export async function sharedChromium(options: LaunchOptions = {}): Promise<Browser> {
  const key = JSON.stringify(options)
  const known = browsers.get(key)
  if (known) {
    const browser = await known.catch(() => undefined)
    if (browser?.isConnected()) return browser
  }
  const starting = launchChromium(options)
  browsers.set(key, starting)
  return starting
}

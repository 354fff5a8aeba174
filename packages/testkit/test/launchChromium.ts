import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { needProgram } from '../../../tools/test/needProgram.ts'
import { readSlowness, slowPages } from './slowPages.ts'

/** Everything off that calls home. */
export const quietFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the browser of our tests, with everything off that calls home; its pages as slow as the environment asks for. */
export async function launchChromium({ args = [], ...more }: LaunchOptions = {}): Promise<Browser> {
  const slowness = readSlowness(process.env)
  const executablePath = await needProgram('chromium')
  const browser = await chromium.launch({ ...more, executablePath, args: [...quietFlags, ...args] })
  return slowPages(browser, slowness)
}

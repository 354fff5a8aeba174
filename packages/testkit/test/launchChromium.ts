import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { readSlowness, slowPages } from './slowPages.ts'

const shell = '/usr/bin/chromium-headless-shell'
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

/** The Chromium that CHROMIUM names, or the system's: without windows where there is one, which takes far less of the machine. */
const chromiumPath = (): string => process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

/** Starts the browser of our tests, with everything off that calls home; its pages as slow as the environment asks for. */
export async function launchChromium({ args = [], ...more }: LaunchOptions = {}): Promise<Browser> {
  const slowness = readSlowness(process.env)
  const browser = await chromium.launch({ ...more, executablePath: chromiumPath(), args: [...quietFlags, ...args] })
  return slowPages(browser, slowness)
}

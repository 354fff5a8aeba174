import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const shell = '/usr/bin/chromium-headless-shell'
const flags = [
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

/** Starts the browser of our tests, with everything off that calls home. */
export function launchChromium({ args = [], ...more }: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...more, executablePath: chromiumPath(), args: [...flags, ...args] })
}

import { quietFlags } from '@billfold/testkit/test/launchChromium'

/** Calls Chromium's debugging protocol, and returns its result. */
export type Ask = <T>(method: string, params?: object) => Promise<T>

/** A Chromium that reaches nothing but this machine. */
export type Browser = {
  version: string
  /** A page of a fresh profile, 1280 by 800. */
  openPage(): Promise<{ ask: Ask; close(): Promise<void> }>
  close(): Promise<void>
}

export const flags: readonly string[] = [
  ...quietFlags,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

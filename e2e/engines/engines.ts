import { locateProgram, programs } from '../../tools/test/findProgram.ts'
import { chromiumDriver } from './chromiumDriver.ts'
import type { Driver } from './driver.ts'
import { firefoxDriver } from './firefoxDriver.ts'
import { webkitDriver } from './webkitDriver.ts'

export type Engine = {
  name: string
  /** Starts it; absent if it is not installed. */
  launch: (() => Promise<Driver>) | undefined
}

const [firefox, webkit, display] = await Promise.all(
  [programs.firefox, programs.webkit, programs.display].map((program) => locateProgram(program)),
)

/** The three engines that visitors have. */
export const engines: readonly Engine[] = [
  { name: 'Chromium', launch: chromiumDriver },
  { name: 'Firefox', launch: firefox === undefined ? undefined : () => firefoxDriver(firefox) },
  { name: 'WebKit', launch: webkit && display ? () => webkitDriver({ driver: webkit, display }) : undefined },
]

/** One page in one browser, with the minimum that a journey needs; each engine has its own protocol. */
export type Driver = {
  open: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Runs the source of a function in the page, with JSON arguments, and returns its result. */
  run: <T>(source: string, args: readonly unknown[]) => Promise<T>
  /** The same inside the page of another origin in a frame of this one; throws if there is none. */
  runInFrame: <T>(frame: string, source: string, args: readonly unknown[]) => Promise<T>
  /** A click of the mouse, in pixels of the window. */
  click: (x: number, y: number) => Promise<void>
  /** Presses one key after the other: a letter, or a name of `keyNames`. */
  press: (keys: readonly string[]) => Promise<void>
  /** A window that the page opened, by a part of its address; undefined while there is none. */
  openedWindow: (part: string) => Promise<Pick<Driver, 'run' | 'click' | 'press'> | undefined>
  /** A PNG of the visible page. */
  picture: () => Promise<Buffer>
  /** Errors of the page that the browser itself reports: uncaught errors and console errors. */
  problems: () => readonly string[]
  close: () => Promise<void>
}

/** The keys that are not letters, in WebDriver's spelling. */
export const keyNames: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE006',
  Escape: '\uE00C',
  Backspace: '\uE003',
  End: '\uE010',
}

/** Timeout of one browser command on a busy machine. */
export const commandMs = 60_000

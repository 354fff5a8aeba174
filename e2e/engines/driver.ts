/** One page in one browser, as little of it as a journey needs; each engine is driven by its own protocol. */
export type Driver = {
  open: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Runs the source of a function in the page, with arguments that JSON can carry, and gives what it came to. */
  run: <T>(source: string, args: readonly unknown[]) => Promise<T>
  /** The same inside the page of another origin that a frame of this one holds; throws where there is none. */
  runInFrame: <T>(frame: string, source: string, args: readonly unknown[]) => Promise<T>
  /** A click of the mouse, in pixels of the window. */
  click: (x: number, y: number) => Promise<void>
  /** Presses one key after the other: a letter, or a name of `keyNames`. */
  press: (keys: readonly string[]) => Promise<void>
  /** A window that the page opened, by a part of its address; undefined while there is none. */
  openedWindow: (part: string) => Promise<Pick<Driver, 'run' | 'click' | 'press'> | undefined>
  /** A PNG of what is seen. */
  picture: () => Promise<Buffer>
  /** What went wrong in the page as far as the browser itself tells: uncaught errors and console errors. */
  problems: () => readonly string[]
  close: () => Promise<void>
}

/** The keys that are not letters, as WebDriver spells them. */
export const keyNames: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE006',
  Escape: '\uE00C',
  Backspace: '\uE003',
  End: '\uE010',
}

/** How long a browser may take for one command on a busy machine. */
export const commandMs = 60_000

/** An answer that no one knows yet when a yes has been carried out: the screen is closed, and the page goes on waiting for it. */
export class Later {
  readonly known: () => Promise<unknown>
  constructor(known: () => Promise<unknown>) {
    this.known = known
  }
}

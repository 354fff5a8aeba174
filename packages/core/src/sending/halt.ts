/** A step that must not be taken, and why: the one way in which a flow stops by itself. */
export class Halt<Trouble extends string = string> extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

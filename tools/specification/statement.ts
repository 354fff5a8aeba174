/** A test by its file and its literal title. */
export type TestName = { file: string; title: string }

/**
 * A value that the specification fixes: of an export (`path#name`, or `path#name.key`), or a literal in one of the
 * row's tests.
 */
export type Constant = { is: number | string } & ({ of: string } | { written: string })

/** One sentence of the specification: its code and its test, or how the product differs, and why that is better. */
export type Statement = {
  id: string
  says: string
  at: string[]
  tests?: TestName[]
  /** Texts that it fixes letter for letter. */
  texts?: string[]
  constants?: Constant[]
  differs?: string
  /** The remaining work: the page counts it, and the check fails. */
  partly?: string
  missing?: string
}

/** A section of the specification, as in `docs/specification/<number>-<name>.json`. */
export type Section = { path: string; title: string; statements: Statement[] }

/** The test that compares the texts of all rows that name it with everything in the gallery. */
export const galleryTest: TestName = {
  file: 'packages/react/test/gallery/gallery.int.test.ts',
  title: 'shows every text of the specification that is drawn',
}

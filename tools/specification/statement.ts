/** A test by its file and its title, as the title is written there. */
export type TestName = { file: string; title: string }

/** A value that the specification fixes: of an export (`path#name`, or `path#name.key`), or as it is written in one of the row's tests. */
export type Constant = { is: number | string } & ({ of: string } | { written: string })

/** One sentence of the specification: where the code does it, and what shows that; or how the product differs, and why that is better. */
export type Statement = {
  id: string
  says: string
  at: string[]
  tests?: TestName[]
  /** Texts that it fixes letter for letter. */
  texts?: string[]
  constants?: Constant[]
  differs?: string
  /** What is still to be done: the page counts it, and the check fails. */
  partly?: string
  missing?: string
}

/** A section of the specification, as `docs/specification/<number>-<name>.json` holds it. */
export type Section = { path: string; title: string; statements: Statement[] }

/** The test that compares the texts of all rows that name it with everything the gallery draws. */
export const galleryTest: TestName = {
  file: 'packages/react/test/gallery/gallery.int.test.ts',
  title: 'shows every text of the specification that is drawn',
}

/** One finding of a rule, said so that a reader knows what to change; a warning is shown but does not fail. */
export type Problem = { path: string; line?: number; sentence: string; warning?: boolean }

/** A rule of the repository: looks at the tree under `root` and says what is wrong with it. */
export type Rule = { name: string; check: (root: string) => Promise<Problem[]> }

/** A finding as one line, in the form editors and terminals turn into a link. */
export function formatProblem({ path, line, sentence }: Problem): string {
  return `${line === undefined ? path : `${path}:${line}`} ${sentence}`
}

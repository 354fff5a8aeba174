/** One finding of a rule, worded so that a reader knows the fix; a warning prints but does not fail. */
export type Problem = { path: string; line?: number; sentence: string; warning?: boolean }

/** A rule of the repository: checks the tree under `root` and returns its problems. */
export type Rule = { name: string; check: (root: string) => Promise<Problem[]> }

/** A finding as one line, in the form editors and terminals turn into a link. */
export function formatProblem({ path, line, sentence }: Problem): string {
  return `${line === undefined ? path : `${path}:${line}`} ${sentence}`
}

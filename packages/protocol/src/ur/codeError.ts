import { KitError } from '../error.ts'

/** Why a scanned code is not the expected one; views have a sentence for each. */
const problems = {
  other_type: 'This code is not a signature for this request',
  other_request: 'This code answers another request',
  other_account: 'Another account signed this code',
  invalid: 'This code is damaged or incomplete',
  not_accounts: 'This code is not an account code',
  no_accounts: 'This code has no accounts for this network',
  private_key: 'This code holds a private key: never show it to a site',
} as const

export type CodeProblem = keyof typeof problems

/** A code that is not the expected one: the visitor may scan another. */
export class CodeError extends KitError {
  readonly problem: CodeProblem

  constructor(problem: CodeProblem) {
    super('wallet_answer_invalid', { message: problems[problem] })
    this.problem = problem
  }
}

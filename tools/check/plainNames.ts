import { nameHits, readCodeWords } from './countWords.ts'
import type { Problem } from './problem.ts'
import { checkBudgets } from './wordBudgets.ts'

/** Names say what they hold or do: no value called `told`, no type `…Trouble`, no function `askX`. */
export const checkPlainNames = async (root: string): Promise<Problem[]> =>
  checkBudgets(root, (await readCodeWords(root)).flatMap(nameHits))

import { findProgram, type ProgramName, programs } from './findProgram.ts'

/**
 * The path of a program, found or installed as `findProgram` does it. For anyone who starts one: `npm test` asks ahead and hands the
 * answer down in the program's variable, and what is started by hand comes to the same.
 */
export async function needProgram(name: ProgramName, say: (line: string) => void = console.log): Promise<string> {
  const found = await findProgram(programs[name], say)
  if (typeof found === 'string') return found
  throw new Error(found.sentence)
}

import { findProgram, type ProgramName, programs } from './findProgram.ts'

/**
 * The path of a program, found or installed by `findProgram`. For all that start one: `npm test` finds it in advance
 * and passes it on in the program's variable; a test started by hand finds the same.
 */
export async function needProgram(name: ProgramName, say: (line: string) => void = console.log): Promise<string> {
  const path = await findProgram(programs[name], say)
  if (typeof path === 'string') return path
  throw new Error(path.sentence)
}

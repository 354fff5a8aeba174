import { CreateError } from './createError.ts'
import { type Family, families } from './localStack.ts'
import { type Arguments, readFamilies } from './readArguments.ts'
import { type Framework, frameworks } from './templates.ts'

/** Prompts a person; absent without a terminal. */
export type Ask = (question: string) => Promise<string>

const titles: Record<Framework, string> = { react: 'React', next: 'Next.js', vue: 'Vue', page: 'plain page' }

/** The framework and the families: from the arguments, from a prompt, or React with EVM chains. */
export async function promptPlan(
  args: Pick<Arguments, 'framework' | 'families'>,
  ask: Ask | undefined,
): Promise<{ framework: Framework; families: readonly Family[] }> {
  return {
    framework: args.framework ?? (ask ? await promptFramework(ask) : 'react'),
    families: args.families ?? (ask ? await promptFamilies(ask) : ['evm']),
  }
}

async function promptFramework(ask: Ask): Promise<Framework> {
  const choices = frameworks.map((each, index) => `  ${index + 1}. ${titles[each]}`).join('\n')
  for (;;) {
    const text = (await ask(`Which framework?\n${choices}\n[1] `)).trim()
    const match = text === '' ? 'react' : (frameworks[Number(text) - 1] ?? frameworks.find((each) => each === text))
    if (match) return match
  }
}

async function promptFamilies(ask: Ask): Promise<readonly Family[]> {
  for (;;) {
    const text = await ask(`Which chains? ${families.join(', ')}, with commas between. [evm] `)
    if (text.trim() === '') return ['evm']
    try {
      return readFamilies(text)
    } catch (e) {
      if (!(e instanceof CreateError)) throw e
      await ask(`${e.message} Press Enter to try again.`)
    }
  }
}

import * as z from 'zod/mini'

/** The programs that operators run. */
export const programs = ['server', 'relay', 'frame', 'guardian'] as const
export type Program = (typeof programs)[number]

/** One setting of an operator's program: how it is validated, and how the reference describes it. */
export type Setting<S extends z.ZodMiniType = z.ZodMiniType> = {
  schema: S
  /** Completes “must be …”. */
  form: string
  /** The default as the reference shows it; absent if there is none. */
  fallback?: string
  isRequired?: true
  /** Never printed, and readable from the file that `<NAME>_FILE` names. */
  isSecret?: true
  /** One sentence for the reference. */
  about: string
}

export type Settings = Readonly<Record<string, Setting>>

/** The schema of several settings, for a program that reads them. */
export const schemaOf = <R extends Settings>(rows: R) =>
  z.object(
    Object.fromEntries(Object.entries(rows).map(([name, { schema }]) => [name, schema])) as {
      [K in keyof R]: R[K]['schema']
    },
  )

type Test = RegExp | ((text: string) => boolean)

const stringOf = (form: string, test?: Test) => {
  const text = z.string(form)
  if (!test) return text
  return text.check(test instanceof RegExp ? z.regex(test, form) : z.refine(test, form))
}

/** A whole number with a default. */
export function whole(min: number, max: number, fallback: number, about: string) {
  const form = `a whole number from ${min} to ${max}`
  const number = z.coerce.number(form).check(z.int(form), z.gte(min, form), z.lte(max, form))
  return { schema: z._default(number, fallback), form, fallback: String(fallback), about }
}

/** A whole number whose default depends on other settings: `fallback` describes it. */
export function optionalWhole(min: number, max: number, fallback: string, about: string) {
  const form = `a whole number from ${min} to ${max}`
  const number = z.coerce.number(form).check(z.int(form), z.gte(min, form), z.lte(max, form))
  return { schema: z.optional(number), form, fallback, about }
}

/** One of several words, the first if it is not set. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T, fallback: T[number], about: string) {
  const form = values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`
  return { schema: z._default(z.enum(values, form), fallback), form, fallback, about }
}

/** A text that may be missing. */
export const optional = (form: string, about: string, test?: Test) => ({
  schema: z.optional(stringOf(form, test)),
  form,
  about,
})

/** A text with a default. */
export const defaulted = (form: string, fallback: string, about: string, test?: Test) => ({
  schema: z._default(stringOf(form, test), fallback),
  form,
  fallback,
  about,
})

/** A text that must be set. */
export const required = (form: string, about: string, test?: Test) => ({
  schema: stringOf(form, test),
  form,
  isRequired: true as const,
  about,
})

/** Marks a setting as secret. */
export const secret = <S extends Setting>(setting: S) => ({ ...setting, isSecret: true as const })

/** Whether a text is a URL with one of these protocols (`/^https?:$/`). */
export const hasProtocol = (protocols: RegExp) => (text: string) =>
  URL.canParse(text) && protocols.test(new URL(text).protocol)

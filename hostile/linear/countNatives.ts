/** An untrusted text, which matches no name of our own. */
const longEnough = 500
/** The amount that a call of a built-in function processes: letters, entries or bytes. */
type Cost = (given: { length: number }, answer: unknown) => number
// biome-ignore lint/suspicious/noExplicitAny: built-in functions take and give everything
type Native = (this: any, ...given: any[]) => any

const whole: Cost = (given) => given.length
const made: Cost = (_, answer) => (answer as { length: number } | undefined)?.length ?? 0
/** A search ends at its match. */
const untilMatch: Cost = ({ length }, answer) => (typeof answer === 'number' && answer >= 0 ? answer : length)
const keys: Cost = (_, answer) => (Array.isArray(answer) ? answer.length : 0)

const costs: readonly (readonly [owner: object, names: string, cost: Cost])[] = [
  [String.prototype, 'indexOf', untilMatch],
  [
    String.prototype,
    'lastIndexOf includes split replaceAll normalize toLowerCase toUpperCase localeCompare isWellFormed toWellFormed',
    whole,
  ],
  [String.prototype, 'repeat padStart padEnd', made],
  [Array.prototype, 'indexOf findIndex', untilMatch],
  [Array.prototype, 'lastIndexOf includes join splice shift unshift sort reverse fill copyWithin', whole],
  [Array.prototype, 'concat slice flat toSorted toReversed', made],
  [Object.getPrototypeOf(Uint8Array.prototype), 'indexOf', untilMatch],
  [Object.getPrototypeOf(Uint8Array.prototype), 'includes join fill reverse sort set', whole],
  [Object.getPrototypeOf(Uint8Array.prototype), 'slice', made],
  [Object, 'keys values entries', keys],
]

/**
 * Counts the work of built-in functions, which no counter of blocks sees: a search in a loop is as bad as a loop in a
 * loop. For regular expressions it counts the letters between the beginning and the end of a search, and records them,
 * for a rule to say whether each is linear.
 */
export function countNatives() {
  const counts = new Map<string, number>()
  const patterns = new Set<string>()
  const add = (name: string, cost: number) => counts.set(name, (counts.get(name) ?? 0) + cost)
  const replace = (owner: object, name: string | symbol, wrap: (native: Native) => Native) => {
    const native = Reflect.get(owner, name) as Native
    Object.defineProperty(owner, name, { value: wrap(native), writable: true, configurable: true })
  }

  for (const [owner, names, cost] of costs)
    for (const name of names.split(' '))
      replace(
        owner,
        name,
        (native) =>
          function (...given) {
            const answer = Reflect.apply(native, this, given)
            if (this != null) add(`built-in ${name}`, cost(this, answer))
            return answer
          },
      )
  // Spreading and iterating usually take the whole.
  for (const owner of [Array.prototype, String.prototype])
    replace(
      owner,
      Symbol.iterator,
      (native) =>
        function () {
          add('built-in iteration', this.length)
          return Reflect.apply(native, this, [])
        },
    )
  replace(
    RegExp.prototype,
    'exec',
    (native) =>
      function (text: unknown) {
        const pattern = this as RegExp
        if (String(text).length >= longEnough) patterns.add(pattern.source)
        const from = pattern.global || pattern.sticky ? pattern.lastIndex : 0
        const match = Reflect.apply(native, pattern, [text]) as RegExpExecArray | null
        const end = match ? match.index + match[0].length : pattern.sticky ? from : String(text).length
        add('built-in search by a pattern', Math.max(1, end - from))
        return match
      },
  )
  replace(JSON, 'parse', (native) => (text, ...more) => {
    add('built-in JSON', String(text).length)
    return Reflect.apply(native, JSON, [text, ...more])
  })
  replace(JSON, 'stringify', (native) => (...given) => {
    const answer = Reflect.apply(native, JSON, given)
    add('built-in JSON', answer?.length ?? 0)
    return answer
  })
  replace(
    TextEncoder.prototype,
    'encode',
    (native) =>
      function (text = '') {
        add('built-in bytes of a text', text.length)
        return Reflect.apply(native, this, [text])
      },
  )
  replace(
    TextDecoder.prototype,
    'decode',
    (native) =>
      function (...given) {
        const answer = Reflect.apply(native, this, given)
        add('built-in text of bytes', answer.length)
        return answer
      },
  )
  // Both grow with the square of the digits, for as many as an attacker may send.
  replace(
    BigInt.prototype,
    'toString',
    (native) =>
      function (...given) {
        const answer = Reflect.apply(native, this, given) as string
        add('built-in digits of a whole number', answer.length ** 2)
        return answer
      },
  )
  const number = globalThis.BigInt
  const counted = Object.assign(
    (value: Parameters<typeof number>[0]) => {
      if (typeof value === 'string')
        add('built-in whole number of digits', value[1] === 'x' ? value.length : value.length ** 2)
      return number(value)
    },
    { asIntN: number.asIntN, asUintN: number.asUintN, prototype: number.prototype },
  )
  Object.defineProperty(globalThis, 'BigInt', { value: counted, writable: true, configurable: true })

  return {
    /** The counts since the last call. */
    take(): [string, number][] {
      const taken = [...counts]
      counts.clear()
      return taken
    },
    patterns,
  }
}

/** An API response with one value changed, as a compromised server might send it. */
export type Lie = { name: string; call: string; path: readonly (string | number)[]; value: unknown }

type Json = Readonly<Record<string, unknown>> | readonly unknown[]
const isNested = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** All lies about a response: for each value at any depth, every possible replacement, including absence. */
export function liesAbout(call: string, response: unknown, addresses: readonly string[]): Lie[] {
  const at = (path: readonly (string | number)[], value: unknown): Lie[] => {
    const lies = insteadOf(value, addresses).map((other) => ({
      ...{ call, path, value: other },
      name: `${call} ${path.join('.')} = ${String(JSON.stringify(other)).slice(0, 80)}`,
    }))
    const inner = isNested(value)
      ? Object.entries(value).flatMap(([key, each]) => at([...path, Array.isArray(value) ? Number(key) : key], each))
      : []
    return [...lies, ...inner]
  }
  return at([], response).filter(({ path }) => path.length > 0)
}

/** A copy of a response with the lies applied. */
export function withLies(call: string, response: unknown, lies: readonly Lie[]): unknown {
  const all = lies.filter((lie) => lie.call === call)
  if (all.length === 0) return response
  const copy = structuredClone(response)
  for (const { path, value } of all) {
    const parent = path.slice(0, -1).reduce<unknown>((part, key) => (isNested(part) ? part[key as never] : part), copy)
    if (isNested(parent)) (parent as Record<string, unknown>)[String(path.at(-1))] = value
  }
  return copy
}

/** One lie per leaf value, for pairs: the most profitable one. */
export function oneOfEach(lies: readonly Lie[]): Lie[] {
  const placeOf = ({ call, path }: Lie) => `${call}.${path.join('.')}`
  const firsts = new Map(lies.toReversed().map((lie) => [placeOf(lie), lie]))
  return [...firsts].flatMap(([place, lie]) =>
    [...firsts.keys()].some((other) => other.startsWith(`${place}.`)) ? [] : [lie],
  )
}

function insteadOf(value: unknown, addresses: readonly string[]): unknown[] {
  if (typeof value === 'number') return [value * 10, value + 1, value - 1, 0, 10_000, undefined]
  if (typeof value === 'boolean') return [!value, undefined]
  if (Array.isArray(value)) return [[], undefined, ...(value.length > 0 ? [[...value, ...value]] : [])]
  if (typeof value !== 'string') return [undefined, null]
  return [...textsInsteadOf(value, addresses), '', undefined, null]
}

function textsInsteadOf(value: string, addresses: readonly string[]): string[] {
  if (/^-?\d+$/.test(value)) return [`${value}0`, `${BigInt(value) + 1n}`, `${BigInt(value) - 1n}`, '1', '0']
  if (/^0x(?:[0-9a-f]{2}){41,}$/i.test(value)) return changedData(value, addresses)
  const address = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(value)?.[0]
  if (address !== undefined)
    return addresses.map((other) => value.replace(address, other)).filter((one) => one !== value)
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return ['1970-01-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z', 'never']
  return ['ETH', 'USDC', 'DAI', 'uniswap-v3', 'eip2612', 'permit2'].filter((other) => other !== value)
}

/** Call data with each word changed in turn, truncated, and extended. */
function changedData(data: string, addresses: readonly string[]): string[] {
  const words = (data.length - 10) / 64
  const others = [`${'f'.repeat(64)}`, (addresses[0] ?? '').slice(2).toLowerCase().padStart(64, '0')]
  const changed = Array.from({ length: Math.floor(words) }, (_, at) => {
    const start = 10 + at * 64
    const more = (BigInt(`0x${data.slice(start, start + 64)}`) ^ 1n).toString(16).padStart(64, '0')
    return [...others, more].map((word) => `${data.slice(0, start)}${word}${data.slice(start + 64)}`)
  })
  return [...changed.flat(), '0x', data.slice(0, -64), `${data}${others[1]}`, `0xa9059cbb${data.slice(10)}`]
}

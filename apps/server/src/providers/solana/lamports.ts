import * as z from 'zod/mini'

/** A u64 as nodes write it: a number, or where that would round it, what `parseExact` makes of it. */
export const lamports = z.union([z.int().check(z.nonnegative()), z.bigint().check(z.gte(0n), z.lt(2n ** 64n))])

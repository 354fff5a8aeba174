import * as z from 'zod/mini'

/** A CAIP-2 chain id as it stands in a query or a body, `eip155:1`. */
export const chainIdText = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
/** A CAIP-10 account or token id, `eip155:1:0xab…`. */
export const caip10Text = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))
/** An address without its chain, of any family; whether it fits a chain is for the server to say. */
export const plainAddress = z.string().check(z.regex(/^[-.%a-zA-Z0-9]{1,128}$/))
/** A whole or broken number without exponent, as text: amounts do not fit into a double. */
export const decimalText = z.string().check(z.regex(/^-?\d{1,100}(?:\.\d{1,100})?$/))

/** JSON as Solana's nodes write it: numbers of 64 bits as numbers, which readers with big integers take whole. */
export const stringify = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? rawNumber(String(one)) : one))

/** Node has it, TypeScript's own list of what JSON can does not. */
const { rawJSON: rawNumber } = JSON as unknown as { rawJSON(text: string): unknown }

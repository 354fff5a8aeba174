/** JSON in the form of Solana's nodes: 64-bit numbers as numbers, which readers with big integers parse exactly. */
export const stringify = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? rawNumber(String(one)) : one))

/** Node has it; TypeScript's types of JSON do not. */
const { rawJSON: rawNumber } = JSON as unknown as { rawJSON(text: string): unknown }

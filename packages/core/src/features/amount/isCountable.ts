/** Whether amounts of a token can be written down: with more decimals than a balance has digits, nobody can have even one of it. */
export const isCountable = ({ decimals }: { decimals: number }): boolean => decimals <= 77
